import { inReads, type Results } from './benchmark.ts'

/** Every case at every size: milliseconds, the ratio to a plain read by id, and the growth of that ratio. */
export function table(results: Results): string {
  const sizes = [...results]
  const names = [...new Set(sizes.flatMap(([, timings]) => [...timings.keys()]))]
  const head = ['ms', ...sizes.flatMap(([size]) => [`${size / 1000}k p50`, 'p95', '× read']), 'growth']
  const rows = names.map((name) => {
    const reads = sizes.map(([, timings]) => inReads(timings, name))
    return [
      name,
      ...sizes.flatMap(([, timings], index) => [
        figure(timings.get(name)?.p50),
        figure(timings.get(name)?.p95),
        figure(reads[index]),
      ]),
      figure((reads.at(-1) ?? Number.NaN) / (reads[0] ?? Number.NaN)),
    ]
  })
  return aligned([head, ...rows])
}

/** Rows of cells as lines: the first column left-aligned, numbers right-aligned. */
export function aligned(lines: readonly (readonly string[])[]): string {
  const widths = (lines[0] ?? []).map((_, column) =>
    Math.max(...lines.map((row) => row[column]?.length ?? 0)),
  )
  const padded = (cell: string, column: number) =>
    column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)
  return lines.map((row) => row.map(padded).join('  ')).join('\n')
}

const figure = (value = Number.NaN): string =>
  Number.isNaN(value) ? '' : value < 100 ? value.toFixed(1) : value.toFixed(0)

/** A progress line: rewritten in a terminal, otherwise a new one every few seconds. */
export function progressLine(stream: NodeJS.WriteStream = process.stderr) {
  const begun = performance.now()
  let lastAt = Number.NEGATIVE_INFINITY
  return {
    say: (what: string) => {
      const now = performance.now()
      const line = `[${((now - begun) / 1000).toFixed(0)} s] ${what}`
      if (stream.isTTY) stream.write(`\r\u001b[K${line}`)
      else if (now - lastAt > 5_000) {
        stream.write(`${line}\n`)
        lastAt = now
      }
    },
    end: () => {
      if (stream.isTTY) stream.write('\r\u001b[K')
    },
  }
}
