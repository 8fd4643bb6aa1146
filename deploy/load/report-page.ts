import { readFileSync } from 'node:fs'
import { availableParallelism, cpus } from 'node:os'
import { join } from 'node:path'
import { printDuration } from './duration.ts'
import { countOf, errorsOf, type Recording } from './recorder.ts'
import { element, escaped, table } from './report-frame.ts'
import { histogramRows, latencyHistogram, stepTable } from './report-latencies.ts'
import { momentRows, percentilesOverTime, throughputOverTime, underWayOverTime } from './report-over-time.ts'
import type { LoadRun } from './run-load.ts'
import { scenarios } from './scenarios.ts'

/** Delays (ms) above this mean that the generator was measured, not the target. */
const tooLate = 10

/** The whole report as one self-contained file. */
export function reportPage(run: LoadRun): string {
  const { options, recording } = run
  const title = `${options.scenario} at ${options.target.host}`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark light">
<title>${escaped(title)} · load report</title>
<style>${style}</style>
</head>
<body>
${head(run)}
<main>
${section('Latency distribution', 'Each bar counts responses; slower ones are further right. The scale is logarithmic.', latencyHistogram(recording), ['Latency', 'Responses', 'Cumulative'], histogramRows(recording))}
${section('Latency over time', 'The 50th, 90th and 99th percentile in each interval.', percentilesOverTime(recording, limitOf(run)))}
${section('Throughput over time', 'Successful and failed requests per second.', `${legend}${throughputOverTime(recording)}`)}
${section('In progress', 'Journeys and requests in progress. If they keep rising, the target is overloaded.', underWayOverTime(recording), ['From', 'Started /s', 'Successful /s', 'Errors', 'p50', 'p90', 'p99', 'max', 'Journeys', 'Requests'], momentRows(recording))}
<section aria-labelledby="steps"><h2 id="steps">Step by step</h2>
<p>All rows share one scale: the line is p50, the bar ends at p90, its paler part at p99; the ring is the slowest.</p>
${stepTable(recording)}</section>
${examples(recording)}
</main>
${foot(run)}
</body>
</html>
`
}

const legend =
  '<p class="legend"><span><i></i>successful</span><span><i class="is-bad"></i>rejected, failed or timed out</span></p>'

function head({ options, recording, verdicts, stopped, startedAt }: LoadRun): string {
  const { latencies, journeys, outcomes, seconds } = recording
  const errors = errorsOf(outcomes)
  const share = countOf(outcomes) === 0 ? 0 : errors / countOf(outcomes)
  const missed = verdicts.filter(({ holds }) => !holds).length
  const headline =
    verdicts.length === 0
      ? `${printDuration(latencies.at[4] ?? Number.NaN)} at p99`
      : missed === 0
        ? verdicts.length === 1
          ? 'The objective was met'
          : `All ${verdicts.length} objectives were met`
        : `${missed} of ${verdicts.length} objectives missed`
  const figures: readonly (readonly [name: string, value: string, kind?: string])[] = [
    ['p50', printDuration(latencies.at[0] ?? Number.NaN)],
    ['p99', printDuration(latencies.at[4] ?? Number.NaN)],
    ['slowest', printDuration(latencies.max)],
    ['successful requests per second', (outcomes.answered / seconds).toFixed(1)],
    [
      'journeys completed',
      `${journeys.completed.toLocaleString('en')} of ${journeys.begun.toLocaleString('en')}`,
    ],
    [
      errors === 0 ? 'errors' : `errors: ${(share * 100).toFixed(1)} % of all requests`,
      errors === 0 ? 'none' : errors.toLocaleString('en'),
      errors > 0 ? 'bad-text' : '',
    ],
  ]
  return `<header>
<p class="eyebrow">Rehearse · load report</p>
<h1>${escaped(headline)}</h1>
<p class="lead">${escaped(sentence(scenarios[options.scenario].about))}, ${options.rate} per second for ${printDuration(options.seconds * 1_000)}, at <code>${escaped(options.target.origin)}</code> on <time datetime="${startedAt.toISOString()}">${startedAt.toISOString().slice(0, 16).replace('T', ' at ')} UTC</time>.</p>
${verdicts.length > 0 ? `<ul class="verdicts">${verdicts.map(verdict).join('')}</ul>` : ''}
${notes(recording, stopped)}
<dl class="figures">${figures.map(([name, value, kind = '']) => `<div><dt>${escaped(name)}</dt>${element('dd', { class: kind }, escaped(value))}</div>`).join('')}</dl>
</header>`
}

const sentence = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)

function verdict({ objective, holds, printed }: LoadRun['verdicts'][number]): string {
  return `<li class="${holds ? 'held' : 'missed'}"><b>${holds ? '✓ met' : '✗ missed'}</b> <code>${escaped(objective.text)}</code> <span>measured: <b>${escaped(printed)}</b></span></li>`
}

/** What a reader must know before trusting a figure. */
function notes({ outcomes, lag, journeys }: Recording, stopped: boolean): string {
  const words = [
    stopped && 'The run was stopped early; the results cover what was measured until then.',
    outcomes.limited > 0 &&
      `The target’s rate limits rejected ${outcomes.limited} requests, so the results partly measure its rate limiter. See --accounts and --forwarded-for.`,
    (lag.at[4] ?? 0) > tooLate &&
      `This machine sent one request in a hundred ${printDuration(lag.at[4] ?? 0)} late or later. The latencies include these delays, so they are not the target’s alone.`,
    journeys.unfinished > 0 && `${journeys.unfinished} journeys were still in progress at the end.`,
  ].filter((one) => one !== false)
  return words.length === 0
    ? ''
    : `<div class="notes" role="note">${words.map((one) => `<p>${escaped(one)}</p>`).join('')}</div>`
}

function section(
  title: string,
  words: string,
  plot: string,
  columns: readonly string[] = [],
  rows: readonly (readonly string[])[] = [],
): string {
  const id = title.toLowerCase().replaceAll(' ', '-')
  const figures =
    columns.length > 0 ? `<details><summary>Show as a table</summary>${table(columns, rows)}</details>` : ''
  return `<section aria-labelledby="${id}"><h2 id="${id}">${title}</h2><p>${words}</p><figure>${plot}</figure>${figures}</section>`
}

/** The objective for the overall p99, if there is one; it is drawn in the plot. */
function limitOf({ verdicts }: LoadRun): number | null {
  const found = verdicts.find(({ objective: { step, metric } }) => step === null && metric === 'p99')
  return found?.objective.bound ?? null
}

function examples({ examples: words }: Recording): string {
  if (words.length === 0) return ''
  const list = words.map((one) => `<li><code>${escaped(one)}</code></li>`).join('')
  return `<section aria-labelledby="broken-off"><h2 id="broken-off">Why journeys were aborted</h2><p>The first of each kind.</p><ul class="examples">${list}</ul></section>`
}

function foot({ options, recording }: LoadRun): string {
  const settings: readonly (readonly [string, string])[] = [
    [
      'Arrivals',
      `${options.spacing === 'poisson' ? 'a Poisson process' : 'evenly spaced'}, ${options.rate} per second, seed ${options.seed}`,
    ],
    [
      'People',
      options.accounts === 0 ? 'each signs up or in' : `${options.accounts} learners, signed up beforehand`,
    ],
    ['Think time', `${printDuration(options.thinking)} on average`],
    ['Timeout', printDuration(options.timeout)],
    ['Addresses', options.forwardedFor ? 'one per journey, sent as X-Forwarded-For' : 'this machine’s'],
    [
      'Our own delay',
      `p50 ${printDuration(recording.lag.at[0] ?? Number.NaN)}, p99 ${printDuration(recording.lag.at[4] ?? Number.NaN)}`,
    ],
    [
      'Sent from',
      `${availableParallelism()} cores, ${cpus()[0]?.model ?? process.arch}, Node ${process.versions.node}`,
    ],
  ]
  return `<footer>
<h2>How this was measured</h2>
<p>Journeys start when they are due, however slow earlier responses are (an open loop). Latency counts from the moment a request was due until its response was read. Latencies include timeouts; rejected and failed requests count as errors, not as fast responses.</p>
<dl class="settings">${settings.map(([name, value]) => `<dt>${name}</dt><dd>${escaped(value)}</dd>`).join('')}</dl>
</footer>`
}

/** The frontend's own colors and sizes. */
const tokens = readFileSync(join(import.meta.dirname, '../../frontend/src/shared/ui/tokens.css'), 'utf8')
const light = /\[data-theme="light"\] \{([^}]*)\}/.exec(tokens)?.[1] ?? ''

/** Dark, or light if the reader's system is; always light in print. */
const style = `${tokens}
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
