"""What a click changes: each a use case under the reviewer's name; a refusal is kept for the page to show."""

from core import services
from core.errors import HeadwaterError
from core.policy import Policy
from core.results import ClaimFile
from core.states import EdgeStatus
from dashboard import caching, session
from dashboard.components import reviewer
from dashboard.components.inspector import Deeds
from dashboard.components.relabel import Choice


def seen(file: ClaimFile) -> dict[str, object]:
    """The figures on the screen, kept with every label given in front of them."""
    found = file.assessment
    return {
        "eie": found.eie,
        "gamma": found.gamma.value,
        "naive": found.naive,
        "aware": found.aware,
        "decision": found.decision.value,
        "digest": found.digest,
        "policy": found.policy.name,
    }


def deeds(file: ClaimFile) -> Deeds:
    """What the inspector of a claim may ask for and do."""
    return Deeds(
        read=lambda source_id, state, weight: caching.label_reading(file, source_id, state, weight),
        values=lambda: caching.label_values(file),
        read_edge=lambda edge_key, status: caching.edge_reading(file, edge_key, status),
        save=lambda choice: save_label(file, choice),
        judge=lambda edge_key, status, expected: judge_edge(file, edge_key, status, expected),
        undo=lambda number: undo(file, number),
    )


def save_label(file: ClaimFile, choice: Choice) -> None:
    """Append a label."""
    try:
        event = services.relabel(
            caching.workspace(),
            uid=file.uid,
            source_id=choice.source_id,
            state=choice.state,
            weight=choice.weight,
            reason=choice.reason,
            by=reviewer.name(),
            everywhere=choice.everywhere,
            seen=seen(file),
            expected_event=choice.expected_event,
        )
    except HeadwaterError as error:
        session.fail(error)
        return
    _saved(file, event.number)


def judge_edge(file: ClaimFile, edge_key: str, status: EdgeStatus, expected_event: int | None) -> None:
    """Append a verdict on an edge."""
    try:
        event = services.relabel_edge(
            caching.workspace(),
            uid=file.uid,
            edge_key=edge_key,
            status=status,
            reason="",
            by=reviewer.name(),
            seen=seen(file),
            expected_event=expected_event,
        )
    except HeadwaterError as error:
        session.fail(error)
        return
    _saved(file, event.number)


def undo(file: ClaimFile, number: int) -> None:
    """Take back an event by appending its undoing."""
    try:
        event = services.undo(caching.workspace(), number, by=reviewer.name())
    except HeadwaterError as error:
        session.fail(error)
        return
    _saved(file, event.number)


def _saved(file: ClaimFile, number: int) -> None:
    found = file.assessment
    session.note_saved(uid=file.uid, number=number, eie=found.eie, aware=found.aware, decision=found.decision.value)
    session.rerun_page()


def save_policy(policy: Policy, reason: str) -> None:
    """Save a policy as a new version and put it in force."""
    try:
        version = services.save_policy(caching.workspace(), policy, by=reviewer.name(), reason=reason)
    except HeadwaterError as error:
        session.fail(error)
        return
    session.keep("policy-saved", version)


def give_policies_back(reason: str) -> None:
    """Let each data set follow its own policy again."""
    try:
        services.choose_policy(caching.workspace(), None, by=reviewer.name(), reason=reason)
    except HeadwaterError as error:
        session.fail(error)
