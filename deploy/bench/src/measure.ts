import type { Case, Timing } from './benchmark.ts'

/** What goes on for longer than this in one round isn't repeated in it: it would crowd out the others. */
const longInMs = 100

/**
 * Runs all cases in rounds, one after the other, so that whatever else this machine does meets all alike. The first
 * round warms up and doesn't count.
 */
export async function measure(
  cases: readonly Case[],
  { rounds, repeats, say }: { rounds: number; repeats: number; say: (line: string) => void },
): Promise<Map<string, Timing>> {
  const times = new Map<string, number[]>(cases.map(({ name }) => [name, []]))
  for (let round = 0; round <= rounds; round += 1) {
    for (const { name, run } of cases) {
      say(`round ${round} of ${rounds}: ${name}`)
      for (let turn = 0; turn < repeats; turn += 1) {
        const begun = performance.now()
        await run(round * repeats + turn)
        const took = performance.now() - begun
        if (round > 0) times.get(name)?.push(took)
        if (took > longInMs) break
      }
    }
  }
  return new Map([...times].map(([name, taken]) => [name, timing(taken)]))
}

export function timing(taken: readonly number[]): Timing {
  const sorted = [...taken].sort((a, b) => a - b)
  const at = (share: number) => sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN
  return { p50: at(0.5), p95: at(0.95), times: sorted.length }
}
