"""The command line starts what it says, says what it refuses, and cannot be weakened from outside."""

import socket
import tomllib
from pathlib import Path

import pytest
from typer.testing import CliRunner

from core.errors import InvalidInput
from dashboard import cli
from dashboard.commands import COMMANDS, server

ROOT = Path(__file__).resolve().parents[2]


def test_every_command_is_listed_with_its_first_sentence() -> None:
    result = CliRunner().invoke(cli.app, ["--help"], env={"COLUMNS": "200"})

    assert 0 == result.exit_code
    for command in COMMANDS:
        assert command.__name__.rstrip("_").replace("_", "-") in result.stdout
        assert (command.__doc__ or "").splitlines()[0].rstrip(".") in result.stdout


def test_the_script_is_called_headwater() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]

    assert {"headwater": "dashboard.cli:main"} == project["scripts"]


@pytest.mark.parametrize("port", ["0", "65536", "abc", "-1"])
def test_a_port_outside_its_domain_is_a_usage_error(port: str) -> None:
    result = CliRunner().invoke(cli.app, ["serve"], env={"HEADWATER_PORT": port})

    assert 2 == result.exit_code
    assert "--port" in result.stderr


def test_a_taken_port_is_named_before_anything_starts() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]

        with pytest.raises(InvalidInput, match=f"port {port}.*HEADWATER_PORT"):
            server.run(port, server.THIS_MACHINE, about="test")


def test_a_refusal_is_one_message_and_exit_two(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refuse() -> None:
        raise InvalidInput("no such thing")

    monkeypatch.setattr(cli, "app", refuse)

    with pytest.raises(SystemExit) as ended:
        cli.main()
    assert 2 == ended.value.code
    assert "headwater: no such thing\n" == capsys.readouterr().err


@pytest.mark.parametrize(
    "setting",
    [
        "--browser.gatherUsageStats=false",
        "--client.showErrorDetails=none",
        "--client.showErrorLinks=false",
        "--runner.magicEnabled=false",
        "--server.headless=true",
        "--server.fileWatcherType=none",
        "--server.address=127.0.0.1",
    ],
)
def test_what_must_hold_is_passed_as_a_flag(setting: str) -> None:
    assert setting in server.arguments(8501, server.THIS_MACHINE)
