"""The reports of citation checks, as the contract writes them [ETH]."""

from typing import Any, BinaryIO

from core.errors import InvalidInput
from core.exporters.strict_json import dumped
from core.exporters.types import Delivery


class ContractExporter:
    """For tools that read the contract's reports."""

    NAME = "contract"
    MEDIA = "application/json"
    SUFFIX = ".json"
    SAYS = "reports of citation checks (JSON), as the grounding contract writes them"

    def write(self, delivery: Delivery, out: BinaryIO) -> None:
        """Write every report a check of these claims stands in, with the citations its checks are of."""
        reports: list[dict[str, Any]] = []
        for exhibit in delivery.exhibits():
            for one in exhibit.reports:
                of = {"claim": exhibit.uid, "source": one.source_id, "citations": list(one.citation_ids)}
                reports.append({**of, "report": dict(one.report)})
        if not reports:
            raise InvalidInput("no citation of these claims was checked, so there is no report; verify them first")
        policies = {
            name: {"name": facts.in_force.policy.name, "sha256": facts.in_force.policy.digest}
            for name, facts in delivery.datasets.items()
        }
        rule = {} if delivery.rule is None else {"rule": {"name": delivery.rule.words, "sha256": delivery.rule.digest}}
        plain = {"exported": delivery.imprint.as_dict(), **rule, "policies": policies, "reports": reports}
        out.write(dumped(plain, indent=1).encode("utf-8"))
