import { printDuration } from './duration.ts'
import { countOf, errorsOf, type Outcomes, type Recording } from './recorder.ts'
import { element, escaped, linear, logarithmic, pointable, responsivePlot, rows } from './report-frame.ts'
import type { Latencies } from './sample.ts'
import { bars } from './sample.ts'

const names: Readonly<Record<string, string>> = {
  'sign-up': 'POST /api/auth/register',
  'sign-in': 'POST /api/auth/login',
  'list-questions': 'GET /api/questions/unified, five at random',
  'open-question': 'GET /api/questions/unified/{id}',
  answer: 'POST /api/progress/save',
  dashboard: 'GET /api/progress/dashboard',
  progress: 'GET /api/progress/get',
  'sign-out': 'POST /api/auth/logout',
  'sign-in-admin': 'POST /api/admin/auth',
  'list-admin': 'GET /api/questions/unified, page 1',
  search: 'GET /api/questions/unified/search',
  import: 'POST /api/questions/unified, three',
  'edit-question': 'PUT /api/questions/unified/{id}',
  'delete-question': 'DELETE /api/questions/unified/{id}',
  'undo-import': 'DELETE /api/questions/imports/{batchId}',
  'sign-out-admin': 'DELETE /api/admin/auth',
}

/** A row per step with its p50 to p99 on a common scale, so that slow steps stand out. */
export function stepTable({ steps, outcomes, latencies }: Recording): string {
  const measured = steps.filter((one) => one.latencies.count > 0)
  const least = Math.min(...measured.map((one) => one.latencies.at[0] ?? 1))
  const most = Math.max(...measured.map((one) => one.latencies.max))
  const scale = logarithmic(Math.max(0.05, least * 0.7), most * 1.3, [0, 160])
  const row = (name: string, call: string, of: Outcomes, ms: Latencies) =>
    element(
      'tr',
      {},
      element('th', { scope: 'row' }, escaped(name), element('small', {}, escaped(call))),
      ...[countOf(of).toLocaleString('en'), errorCell(of)].map((cell) => `<td>${cell}</td>`),
      ...[ms.at[0], ms.at[2], ms.at[4], ms.max].map((one) => `<td>${printDuration(one ?? Number.NaN)}</td>`),
      element('td', { class: 'range' }, ms.count > 0 ? range(ms, scale.place) : ''),
    )
  const head = ['Step', 'Requests', 'Errors', 'p50', 'p90', 'p99', 'max']
    .map((name) => element('th', { scope: 'col' }, name))
    .join('')
  return `<div class="scroller" tabindex="0"><table class="steps"><thead><tr>${head}<th scope="col" class="range">p50 – p99, max</th></tr></thead><tbody>${steps
    .map((one) => row(one.step, names[one.step] ?? '', one.outcomes, one.latencies))
    .join('')}</tbody><tfoot>${row('All', '', outcomes, latencies)}</tfoot></table></div>`
}

function errorCell(outcomes: Outcomes): string {
  const errors = errorsOf(outcomes)
  if (errors === 0) return '0'
  const { answered: _, ...others } = outcomes
  const words = Object.entries(others)
    .filter(([, count]) => count > 0)
    .map(([kind, count]) => `${count} ${kind}`)
  return `<b class="bad-text">${errors.toLocaleString('en')}</b><small>${escaped(words.join(', '))}</small>`
}

function range({ at, max }: Latencies, place: (ms: number) => number): string {
  const [p50, p90, p99] = [at[0], at[2], at[4]].map((ms) => place(ms ?? Number.NaN)) as [
    number,
    number,
    number,
  ]
  return element(
    'svg',
    { viewBox: '0 0 160 14', 'aria-hidden': 'true' },
    element('path', { class: 'grid', d: 'M0 7H160' }),
    element('rect', {
      class: 'range-99',
      x: p50,
      y: 4.5,
      width: Math.max(1.5, p99 - p50),
      height: 5,
      rx: 2.5,
    }),
    element('rect', {
      class: 'range-90',
      x: p50,
      y: 4.5,
      width: Math.max(1.5, p90 - p50),
      height: 5,
      rx: 2.5,
    }),
    element('path', { class: 'range-50', d: `M${p50.toFixed(1)} 2V12` }),
    element('circle', { class: 'range-max', cx: place(max), cy: 7, r: 2 }),
  )
}

/** A histogram of latencies, with the percentiles marked. */
export function latencyHistogram({ bars: counts, latencies }: Recording): string {
  const first = counts.findIndex((count) => count > 0)
  const last = counts.findLastIndex((count) => count > 0)
  if (first < 0) return '<p class="nothing">Nothing was answered.</p>'
  const startOf = (bar: number) => bars[bar] ?? (bars.at(-1) as number) * 10 ** (1 / 12)
  const [least, most] = [startOf(Math.max(0, first - 1)), startOf(last + 2)]
  const marks = (
    [
      ['p50', latencies.at[0]],
      ['p90', latencies.at[2]],
      ['p99', latencies.at[4]],
      ['p99.9', latencies.at[5]],
    ] as const
  ).filter((mark): mark is readonly ['p50' | 'p90' | 'p99' | 'p99.9', number] => mark[1] !== undefined)
  const label = `Latencies of ${latencies.count} responses: ${marks.map(([name, ms]) => `${name} ${printDuration(ms)}`).join(', ')}`
  return responsivePlot(label, (room) => {
    const { left, right, bottom } = room
    const top = room.top + 22
    const x = logarithmic(least, most, [left, right])
    const y = linear(Math.max(...counts), [bottom, top])
    const columns = counts.slice(first, last + 1).map((count, at) => {
      const bar = first + at
      const [from, to] = [x.place(startOf(bar)), x.place(startOf(bar + 1))]
      return (
        element('rect', {
          class: 'bar',
          x: from + 0.75,
          width: Math.max(0.5, to - from - 1.5),
          y: y.place(count),
          height: bottom - y.place(count),
        }) +
        pointable(
          from,
          to - from,
          room,
          `${printDuration(startOf(bar))} to ${printDuration(startOf(bar + 1))}: ${count} answers, ${((count / latencies.count) * 100).toFixed(1)} %`,
        )
      )
    })
    let free = Number.NEGATIVE_INFINITY
    const percentileMarks = marks.map(([name, ms]) => {
      const at = x.place(ms)
      const isFree = at - free > 34
      if (isFree) free = at
      return (
        element('path', { class: 'mark', d: `M${at.toFixed(1)} ${top - 6}V${bottom}` }) +
        (isFree
          ? element('text', { class: 'marked', x: at, y: top - 12, 'text-anchor': 'middle' }, escaped(name))
          : '')
      )
    })
    const ticks = x.ticks.map((tick) =>
      element(
        'text',
        { class: 'axis', x: x.place(tick), y: bottom + 18, 'text-anchor': 'middle' },
        escaped(plain(tick)),
      ),
    )
    return [
      rows(room, y, (count) => count.toLocaleString('en')),
      ...columns,
      ...percentileMarks,
      ...ticks,
    ].join('')
  })
}

/** `0.1 ms`, `20 ms`, `1 s`: short labels for ticks. */
const plain = (ms: number): string => (ms >= 1_000 ? `${ms / 1_000} s` : `${Number(ms.toPrecision(2))} ms`)

/** The bars as table rows: from, to, count, cumulative count. */
export function histogramRows({ bars: counts, latencies }: Recording): string[][] {
  let upTo = 0
  return counts.flatMap((count, bar) => {
    upTo += count
    const [from, to] = [bars[bar] ?? 0, (bars[bar] ?? 0) * 10 ** (1 / 12)]
    if (count === 0) return []
    return [
      [
        `${printDuration(from)} – ${printDuration(to)}`,
        count.toLocaleString('en'),
        `${((upTo / latencies.count) * 100).toFixed(2)} %`,
      ],
    ]
  })
}
