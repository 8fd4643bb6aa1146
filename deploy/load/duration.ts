const units: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 }

/** Parses `250ms`, `30s`, `1.5m` or `2h` to milliseconds; undefined for anything else. */
export function readDuration(text: string): number | undefined {
  const [, amount, unit = ''] = /^(\d+(?:\.\d+)?)(ms|s|m|h)$/.exec(text) ?? []
  return amount === undefined ? undefined : Number(amount) * (units[unit] ?? Number.NaN)
}

/** Formats milliseconds: `0.42 ms`, `8.3 ms`, `152 ms`, `1.24 s`, `2 m 5 s`. */
export function printDuration(ms: number): string {
  if (!Number.isFinite(ms)) return '–'
  if (ms < 1) return `${ms.toFixed(2)} ms`
  if (ms < 10) return `${ms.toFixed(1)} ms`
  if (ms < 999.5) return `${ms.toFixed(0)} ms`
  if (ms < 10_000) return `${(ms / 1_000).toFixed(2)} s`
  if (ms < 60_000) return `${(ms / 1_000).toFixed(ms % 1_000 === 0 ? 0 : 1)} s`
  const seconds = Math.round(ms / 1_000)
  const parts = [
    [Math.floor(seconds / 3_600), 'h'],
    [Math.floor((seconds % 3_600) / 60), 'm'],
    [seconds % 60, 's'],
  ] as const
  return parts
    .filter(([amount]) => amount > 0)
    .map(([amount, unit]) => `${amount} ${unit}`)
    .join(' ')
}
