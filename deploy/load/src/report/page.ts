import { availableParallelism, cpus } from 'node:os'
import { printDuration } from '../duration.ts'
import { countOf, errorsOf, type Recording } from '../recorder.ts'
import type { LoadRun } from '../run-load.ts'
import { scenarios } from '../scenarios.ts'
import { histogramRows, latencyHistogram } from './latency-histogram.ts'
import { element, escaped, table } from './markup.ts'
import { momentRows, percentilesOverTime, throughputOverTime, underWayOverTime } from './over-time.ts'
import { stepTable } from './step-table.ts'
import { style } from './style.ts'

/** Later than this, in milliseconds, and what is measured is us. */
const tooLate = 10

/** The whole report as one file that needs no other, and no network. */
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
${section('How long answers took', 'Each bar counts answers; the further right, the slower. The scale is logarithmic.', latencyHistogram(recording), ['Latency', 'Answers', 'Up to here'], histogramRows(recording))}
${section('Latency over time', 'What half of all, nine in ten and 99 in a hundred were answered within, moment by moment.', percentilesOverTime(recording, limitOf(run)))}
${section('Throughput over time', 'Requests answered a second, and those that were not.', `${legend}${throughputOverTime(recording)}`)}
${section('Under way', 'People on the platform, and requests they wait for. If these climb and don’t come down, more came than could be served.', underWayOverTime(recording), ['From', 'Begun /s', 'Answered /s', 'Errors', 'p50', 'p90', 'p99', 'max', 'People', 'Asking'], momentRows(recording))}
<section aria-labelledby="steps"><h2 id="steps">Step by step</h2>
<p>One scale for all rows: the line is p50, the bar reaches to p90 and, paler, to p99; the ring is the slowest.</p>
${stepTable(recording)}</section>
${examples(recording)}
</main>
${foot(run)}
</body>
</html>
`
}

const legend =
  '<p class="legend"><span><i></i>answered</span><span><i class="is-bad"></i>refused, failed or given up</span></p>'

function head({ options, recording, judgements, stopped, startedAt }: LoadRun): string {
  const { latencies, journeys, outcomes, seconds } = recording
  const errors = errorsOf(outcomes)
  const share = countOf(outcomes) === 0 ? 0 : errors / countOf(outcomes)
  const missed = judgements.filter(({ holds }) => !holds).length
  const headline =
    judgements.length === 0
      ? `${printDuration(latencies.at[4] ?? Number.NaN)} for 99 answers in a hundred`
      : missed === 0
        ? judgements.length === 1
          ? 'The objective was held'
          : `All ${judgements.length} objectives were held`
        : `${missed} of ${judgements.length} objectives missed`
  const figures: readonly (readonly [name: string, value: string, kind?: string])[] = [
    ['p50', printDuration(latencies.at[0] ?? Number.NaN)],
    ['p99', printDuration(latencies.at[4] ?? Number.NaN)],
    ['slowest', printDuration(latencies.max)],
    ['requests answered a second', (outcomes.answered / seconds).toFixed(1)],
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
<p class="lead">${escaped(sentence(scenarios[options.scenario].about))}, ${options.rate} a second for ${printDuration(options.seconds * 1_000)}, at <code>${escaped(options.target.origin)}</code> on <time datetime="${startedAt.toISOString()}">${startedAt.toISOString().slice(0, 16).replace('T', ' at ')} UTC</time>.</p>
${judgements.length > 0 ? `<ul class="verdicts">${judgements.map(verdict).join('')}</ul>` : ''}
${notes(recording, stopped)}
<dl class="figures">${figures.map(([name, value, kind = '']) => `<div><dt>${escaped(name)}</dt>${element('dd', { class: kind }, escaped(value))}</div>`).join('')}</dl>
</header>`
}

const sentence = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)

function verdict({ objective, holds, printed }: LoadRun['judgements'][number]): string {
  return `<li class="${holds ? 'held' : 'missed'}"><b>${holds ? '✓ held' : '✗ missed'}</b> <code>${escaped(objective.text)}</code> <span>it was <b>${escaped(printed)}</b></span></li>`
}

/** What a reader must know before believing a figure. */
function notes({ outcomes, lag, journeys }: Recording, stopped: boolean): string {
  const words = [
    stopped && 'The run was ended before its time; the figures are of what there was of it.',
    outcomes.limited > 0 &&
      `The target’s limits refused ${outcomes.limited} requests: what was measured is, in part, its limiter. See --accounts and --forwarded-for.`,
    (lag.at[4] ?? 0) > tooLate &&
      `This machine sent one request in a hundred ${printDuration(lag.at[4] ?? 0)} late or later. That is counted in the latencies: they are not the target’s alone.`,
    journeys.unfinished > 0 && `${journeys.unfinished} journeys were still under way at the end.`,
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
    columns.length > 0
      ? `<details><summary>The figures as a table</summary>${table(columns, rows)}</details>`
      : ''
  return `<section aria-labelledby="${id}"><h2 id="${id}">${title}</h2><p>${words}</p><figure>${plot}</figure>${figures}</section>`
}

/** The bound that was stated for the p99 of all, if one was: it belongs into the plot. */
function limitOf({ judgements }: LoadRun): number | null {
  const found = judgements.find(({ objective: { step, metric } }) => step === null && metric === 'p99')
  return found?.objective.bound ?? null
}

function examples({ examples: words }: Recording): string {
  if (words.length === 0) return ''
  const list = words.map((one) => `<li><code>${escaped(one)}</code></li>`).join('')
  return `<section aria-labelledby="broken-off"><h2 id="broken-off">What journeys broke off by</h2><p>The first of each kind.</p><ul class="examples">${list}</ul></section>`
}

function foot({ options, recording }: LoadRun): string {
  const settings: readonly (readonly [string, string])[] = [
    [
      'Arrivals',
      `${options.spacing === 'poisson' ? 'a Poisson process' : 'evenly spaced'}, ${options.rate} a second, seed ${options.seed}`,
    ],
    [
      'People',
      options.accounts === 0 ? 'each signs up or in' : `${options.accounts} learners, signed up beforehand`,
    ],
    ['Thinking', `${printDuration(options.thinking)} on average`],
    ['Given up after', printDuration(options.timeout)],
    [
      'Addresses',
      options.forwardedFor ? 'one for each journey, claimed by X-Forwarded-For' : 'this machine’s',
    ],
    [
      'Sent late by us',
      `p50 ${printDuration(recording.lag.at[0] ?? Number.NaN)}, p99 ${printDuration(recording.lag.at[4] ?? Number.NaN)}`,
    ],
    [
      'Sent from',
      `${availableParallelism()} cores, ${cpus()[0]?.model ?? process.arch}, Node ${process.versions.node}`,
    ],
  ]
  return `<footer>
<h2>How this was measured</h2>
<p>Journeys begin when they are due, however late the answers to others are (an open loop). Every answer is timed from the moment at which it was to be asked until it was read whole. Latencies are of answers, and of requests given up, with the time that took; what was refused or failed is counted as an error and not as a fast answer.</p>
<dl class="settings">${settings.map(([name, value]) => `<dt>${name}</dt><dd>${escaped(value)}</dd>`).join('')}</dl>
</footer>`
}
