import type { Results, Timing } from './benchmark.ts'

/** Every case at every size; the factor says how many plain reads by id take as long. */
export function table(results: Results, yardstick: string): string {
  const sizes = [...results.keys()]
  const names = [...new Set(sizes.flatMap((size) => [...(results.get(size)?.keys() ?? [])]))]
  const head = ['ms', ...sizes.flatMap((size) => [`${size / 1000}k p50`, 'p95', '× read']), 'growth']
  const rows = names.map((name) => {
    const timings = sizes.map((size) => results.get(size)?.get(name))
    return [
      name,
      ...timings.flatMap((timing, index) => [
        figure(timing?.p50),
        figure(timing?.p95),
        ratio(timing, results.get(sizes[index] as number)?.get(yardstick)),
      ]),
      ratio(timings.at(-1), timings.length > 1 ? timings[0] : undefined),
    ]
  })
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => (row[column] ?? '').length)),
  )
  return [head, ...rows]
    .map((row) =>
      row
        .map((cell, column) => (column ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[0] ?? 0)))
        .join('  '),
    )
    .join('\n')
}

const figure = (value: number | undefined): string =>
  value === undefined ? '' : value < 100 ? value.toFixed(1) : value.toFixed(0)

const ratio = (timing: Timing | undefined, to: Timing | undefined): string =>
  timing && to ? (timing.p50 / to.p50).toFixed(1) : ''
