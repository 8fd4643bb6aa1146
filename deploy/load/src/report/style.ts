import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The frontend's own colours and measures: the report looks like what it reports on. */
const tokens = readFileSync(
  join(import.meta.dirname, '../../../../frontend/src/shared/ui/tokens.css'),
  'utf8',
)
const light = /\[data-theme="light"\] \{([^}]*)\}/.exec(tokens)?.[1] ?? ''

/** Dark, or light where the reader's system is; on paper always light. */
export const style = `${tokens}
@media (prefers-color-scheme: light) { :root {${light}} }
@media print { :root {${light}} }
* { box-sizing: border-box; }
body { margin: 0; background: var(--bg); color: var(--text); font: var(--t-m)/1.55 var(--font-ui); }
main, header, footer { max-width: 68rem; margin-inline: auto; padding-inline: clamp(var(--s4), 4vw, var(--s6)); }
header { padding-block: var(--s7) var(--s5); }
footer { padding-block: var(--s6) var(--s8); color: var(--muted); font-size: var(--t-s); }
h1, h2 { line-height: 1.2; text-wrap: balance; margin: 0; }
h1 { font-size: clamp(var(--t-2xl), 5vw, var(--t-3xl)); font-weight: 600; letter-spacing: -0.01em; }
h2 { font-size: var(--t-xl); font-weight: 600; }
p { margin: 0; max-width: var(--measure); text-wrap: pretty; }
small { display: block; color: var(--muted); font-size: var(--t-xs); font-weight: 400; }
code { font-family: var(--font-code); font-size: 0.9em; }
.eyebrow { color: var(--accent); font-weight: 600; font-size: var(--t-s); margin-block-end: var(--s2); }
.lead { color: var(--muted); margin-block-start: var(--s3); font-size: var(--t-l); }
.verdicts { list-style: none; display: grid; gap: var(--s2); padding: 0; margin: var(--s5) 0 0; }
.verdicts li { display: flex; flex-wrap: wrap; align-items: baseline; gap: var(--s1) var(--s3); padding: var(--s3) var(--s4);
  border-radius: var(--radius); border-inline-start: 4px solid; background: var(--surface); }
.verdicts b { font-variant-numeric: tabular-nums; font-weight: 600; }
.verdicts code { font-size: var(--t-m); }
.verdicts .held { border-color: var(--ok); } .held b { color: var(--ok); }
.verdicts .missed { border-color: var(--bad); } .missed b { color: var(--bad); }
.notes { margin: var(--s4) 0 0; padding: var(--s3) var(--s4); border-radius: var(--radius); background: var(--accent-soft); display: grid; gap: var(--s2); }
.notes p { max-width: none; }
dl.figures { display: grid; grid-template-columns: repeat(auto-fit, minmax(9.5rem, 1fr)); gap: 1px; margin: var(--s5) 0 0;
  background: var(--line); border: 1px solid var(--line); border-radius: var(--radius); overflow: hidden; }
.figures div { background: var(--surface); padding: var(--s4); display: flex; flex-direction: column-reverse; justify-content: flex-end; }
.figures dt { color: var(--muted); font-size: var(--t-s); }
.figures dd { margin: 0; font-size: var(--t-2xl); font-weight: 600; font-variant-numeric: tabular-nums; line-height: 1.25; white-space: nowrap; }
.figures dd.bad-text { color: var(--bad); }
section { padding-block: var(--s6) 0; }
section > p { color: var(--muted); margin-block: var(--s1) var(--s4); }
figure { margin: 0; padding: var(--s4); background: var(--surface); border: 1px solid var(--line); border-radius: var(--radius); }
svg { display: block; width: 100%; height: auto; overflow: visible; }
svg.narrow { display: none; }
@media (max-width: 40rem) { svg.wide { display: none; } svg.narrow { display: block; } figure { padding: var(--s3) var(--s2); } }
.axis, .end, .marked, .limited { font: 12px/1 var(--font-ui); fill: var(--muted); font-variant-numeric: tabular-nums; }
.grid { stroke: var(--line); stroke-width: 1; fill: none; }
.bar { fill: var(--accent); } .bad { fill: var(--bad); }
.mark { stroke: var(--text); stroke-width: 1.25; stroke-dasharray: 3 3; fill: none; }
.marked { fill: var(--text); font-weight: 600; }
.line { fill: none; stroke-width: 2; stroke-linejoin: round; stroke-linecap: round; }
.line.p50 { stroke: var(--muted); stroke-width: 1.5; } .line.p90, .line.requests { stroke: var(--info); } .line.p99, .line.journeys { stroke: var(--accent); stroke-width: 2.25; }
.dot.p50 { fill: var(--muted); } .dot.p90 { fill: var(--info); } .dot.p99 { fill: var(--accent); }
.end { font-weight: 600; } .end.p90, .end.requests { fill: var(--info); } .end.p99, .end.journeys { fill: var(--accent); }
.limit { stroke: var(--bad); stroke-width: 1.5; stroke-dasharray: 6 4; fill: none; } .limited { fill: var(--bad); }
.limited, .marked, .end { paint-order: stroke; stroke: var(--surface); stroke-width: 4px; stroke-linejoin: round; }
.point { fill: transparent; } .point:hover { fill: var(--text); fill-opacity: 0.08; }
.legend { display: flex; flex-wrap: wrap; gap: var(--s1) var(--s4); margin: 0 0 var(--s2); color: var(--muted); font-size: var(--t-s); }
.legend i { display: inline-block; width: 0.75em; height: 0.75em; border-radius: 2px; margin-inline-end: 0.4em; background: var(--accent); }
.legend i.is-bad { background: var(--bad); }
.scroller { overflow-x: auto; border: 1px solid var(--line); border-radius: var(--radius); background: var(--surface); }
.scroller:focus-visible, summary:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; font-size: var(--t-s); }
th, td { padding: var(--s2) var(--s3); text-align: end; white-space: nowrap; vertical-align: baseline; border-block-end: 1px solid var(--line); }
th:first-child { text-align: start; padding-inline-start: var(--s4); }
tbody th { font-weight: 600; } thead th { color: var(--muted); font-weight: 400; }
tbody tr:last-child > * { border-block-end: 0; }
tfoot > tr > * { border-block-start: 1px solid var(--line-strong); border-block-end: 0; font-weight: 600; }
.range { width: 11.5rem; min-width: 11.5rem; padding-inline-end: var(--s4); text-align: start; vertical-align: middle; }
.range-99 { fill: var(--accent); opacity: 0.4; } .range-90 { fill: var(--accent); } .range-50 { stroke: var(--text); stroke-width: 2; } .range-max { fill: none; stroke: var(--muted); stroke-width: 1.25; }
.bad-text { color: var(--bad); }
details { margin-block-start: var(--s3); } summary { cursor: pointer; color: var(--muted); font-size: var(--t-s); padding-block: var(--s1); width: fit-content; }
details > .scroller { margin-block-start: var(--s2); max-height: 24rem; overflow-y: auto; }
.nothing { padding: var(--s6); text-align: center; }
ul.examples { margin: 0; padding-inline-start: 1.2em; } ul.examples code { overflow-wrap: anywhere; }
dl.settings { display: grid; grid-template-columns: max-content 1fr; gap: var(--s1) var(--s4); margin: var(--s3) 0; }
.settings dt { color: var(--muted); } .settings dd { margin: 0; overflow-wrap: anywhere; }
@media (max-width: 40rem) { dl.settings { grid-template-columns: 1fr; } .settings dd { margin-block-end: var(--s2); } dl.figures { grid-template-columns: 1fr 1fr; } .steps small { white-space: normal; overflow-wrap: anywhere; min-width: 9rem; } }
@media print { figure, tr { break-inside: avoid; } details { display: none; } }
`
