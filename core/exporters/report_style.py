"""How a report looks: calm and dense, in light and dark, and on paper."""

from core.exporters import waterfall_svg
from core.exporters.graph_svg import COLOURS, DARK_COLOURS, STYLE

_LIGHT = (
    COLOURS
    + "--soft:#f4f6f9;--rule:#d5dae2;--accent:#0b5cad;--answer:#007a5a;--qualify:#8f5200;--refuse:#b3261e;"
    + waterfall_svg.LOSS_COLOURS[0]
)
_DARK = (
    DARK_COLOURS
    + "--soft:#1d232d;--rule:#3a4352;--accent:#7db8f2;--answer:#4fd1a5;--qualify:#f0b35a;--refuse:#ff8f85;"
    + waterfall_svg.LOSS_COLOURS[1]
)

CSS = (
    f":root{{color-scheme:light dark;{_LIGHT}}}"
    f"@media screen and (prefers-color-scheme:dark){{:root{{{_DARK}}}}}"
    "*{box-sizing:border-box}"
    "body{margin:0;background:var(--paper);color:var(--ink);font:15px/1.5 system-ui,-apple-system,'Segoe UI',"
    "Roboto,sans-serif;overflow-wrap:break-word}"
    "body>header,main,body>footer{max-width:1080px;margin:0 auto;padding:0 24px}"
    "body>header{padding-top:32px}body>footer{padding-bottom:48px;font-size:13px}"
    "body>footer{border-top:1px solid var(--rule);margin-top:36px;padding-top:20px}"
    "h1{font-size:22px;line-height:1.25;margin:0 0 4px}h2{font-size:20px;line-height:1.3;margin:0 0 8px}"
    "h3{font-size:15px;margin:28px 0 8px}p{margin:6px 0}a{color:var(--accent)}"
    "article{border-top:1px solid var(--rule);margin-top:28px;padding-top:24px}"
    ".over{color:var(--quiet);font-size:13px;margin:0 0 2px}.quiet{color:var(--quiet)}.small{font-size:13px}"
    ".said{font-size:17px;margin:10px 0}"
    ".decision{display:inline-block;font-weight:600;border:1.5px solid;border-radius:5px;padding:1px 10px;margin:2px 0}"
    ".decision.plain{font-weight:500;border-width:1px}.decision.none{color:var(--quiet)}"
    ".line{margin:5px 0;padding-left:9.9em;text-indent:-9.9em}.line>*{text-indent:0}"
    "nav{margin-top:20px}.line .name{display:inline-block;width:9.6em;color:var(--quiet)}"
    ".three{display:grid;grid-template-columns:repeat(auto-fit,minmax(230px,1fr));gap:4px 28px}"
    "h4{font-size:13.5px;margin:6px 0 2px}"
    ".answer{color:var(--answer)}.qualify{color:var(--qualify)}.refuse{color:var(--refuse)}"
    "ul{margin:6px 0;padding-left:20px}"
    ".note{border-left:3px solid var(--qualify);padding:2px 10px;margin:8px 0;background:var(--soft)}"
    ".mark{color:var(--quiet);font-size:12px}"
    ".scroll{overflow-x:auto;margin:6px 0 10px}"
    "table{border-collapse:collapse;width:100%;font-size:13px;line-height:1.4}"
    "caption{text-align:left;color:var(--quiet);font-size:12.5px;padding:0 0 4px}"
    "th,td{text-align:left;vertical-align:top;padding:5px 10px 5px 0;border-bottom:1px solid var(--rule)}"
    "thead th{font-weight:600;color:var(--quiet);font-size:12px;border-bottom-width:2px;white-space:nowrap}"
    "tbody th{font-weight:500}"
    "td.n,th.n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap;padding-left:8px}"
    "td.w,blockquote,code,a,h2{overflow-wrap:anywhere}td.w{min-width:13em}td.k,th.k{white-space:nowrap}"
    "table.slim{width:auto}table.slim td,table.slim th{padding-right:28px}"
    ".strip{display:grid;grid-template-columns:repeat(auto-fit,minmax(165px,1fr));gap:4px 20px;"
    "margin:14px 0 4px;padding:10px 0;border:solid var(--rule);"
    "border-width:1px 0}.strip div{padding:2px 0}.strip dt{color:var(--quiet);font-size:12.5px}"
    ".strip dd{margin:0;font-size:17px;font-weight:600}.strip dd.small{font-size:12.5px;font-weight:400}"
    ".chip{display:inline-block;min-width:20px;text-align:center;border-radius:4px;padding:0 5px;font-weight:600;"
    "color:var(--on);background:var(--none)}"
    + "".join(f".chip.c{number}{{background:var(--h{number})}}" for number in range(8))
    + "blockquote{margin:4px 0;padding:2px 0 2px 10px;border-left:2px solid var(--rule);white-space:pre-wrap}"
    "code{font:12px/1.4 ui-monospace,Menlo,Consolas,monospace;overflow-wrap:anywhere}"
    "figure{margin:8px 0;padding:12px;border:1px solid var(--rule);border-radius:8px}"
    "figure svg{display:block;max-width:100%;height:auto;margin:0 auto}"
    "figcaption{color:var(--quiet);font-size:12.5px;margin-top:8px}"
    f"{STYLE}{waterfall_svg.STYLE}"
    "@page{margin:16mm 14mm}"
    "@media print{"
    "body{font-size:10.5pt}body>header,main,body>footer{max-width:none;padding:0}"
    "article{break-before:page;border:0;margin:0;padding:0}article.first{break-before:auto;margin-top:14pt}"
    "h2,h3,h4,caption{break-after:avoid}.three{grid-template-columns:repeat(3,1fr)}.three section{break-inside:avoid}"
    "tr,figure,.note{break-inside:avoid}thead{display:table-header-group}"
    ".scroll{overflow:visible}table{font-size:8.5pt}nav{break-inside:avoid}"
    "th,td{padding:3pt 6pt 3pt 0}thead th{white-space:normal}td.w{min-width:30mm}"
    ".small,.mark{font-size:7.5pt}td.k{white-space:normal}"
    "a{color:inherit;text-decoration:none}*{print-color-adjust:exact;-webkit-print-color-adjust:exact}"
    "thead{break-after:avoid}tbody tr:first-child{break-before:avoid}"
    "ul{font-size:9.5pt;line-height:1.35}.strip{grid-template-columns:repeat(4,1fr)}.strip dd{font-size:12pt}"
    ".strip dd.small{font-size:8.5pt}.said{font-size:12pt}figcaption{font-size:8pt;line-height:1.3}"
    "figure{padding:6pt}figure svg{max-height:66mm}figure svg.g{max-height:105mm}"
    "td.k code{white-space:nowrap;font-size:7pt}}"
)
"""The whole style sheet; a report has no other style and no script."""
