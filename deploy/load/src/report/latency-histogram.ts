import { printDuration } from '../duration.ts'
import type { Recording } from '../recorder.ts'
import { bars } from '../sample.ts'
import { drawn, pointable, rows } from './frame.ts'
import { element, escaped } from './markup.ts'
import { linear, logarithmic } from './scale.ts'

/** How many answers took how long, with the percentiles marked. */
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
  const label = `Latencies of ${latencies.count} answers: ${marks.map(([name, ms]) => `${name} ${printDuration(ms)}`).join(', ')}`
  return drawn(label, (room) => {
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

/** `0.1 ms`, `20 ms`, `1 s`: a tick has no digits to spare. */
const plain = (ms: number): string => (ms >= 1_000 ? `${ms / 1_000} s` : `${Number(ms.toPrecision(2))} ms`)

/** The bars as rows of a table: from, to, how many, and how many up to there. */
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
