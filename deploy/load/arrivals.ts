/** So many journeys begin per second, from one moment to another: seconds since the run began. */
export interface Stretch {
  from: number
  to: number
  rate: number
}

/**
 * When journeys begin, in milliseconds since the run began: a Poisson process, as people come who know nothing of each
 * other, or evenly spaced. Fixed before anything is sent, so that no response, however late, delays the next request.
 */
export function* arrivals(
  stretches: readonly Stretch[],
  random: () => number,
  spacing: 'poisson' | 'even' = 'poisson',
): Generator<number> {
  // In a time that runs as fast as journeys come, gaps are one on average: it is turned back into ours piece by piece.
  const gap = () => (spacing === 'even' ? 1 : -Math.log(1 - random()))
  let due = gap()
  let passed = 0
  for (const { from, to, rate } of stretches) {
    const within = (to - from) * rate
    for (; due < passed + within; due += gap()) yield (from + (due - passed) / rate) * 1_000
    passed += within
  }
}

/** How many are to be expected up to a moment. */
export function expectedArrivals(stretches: readonly Stretch[], seconds: number): number {
  return stretches.reduce(
    (sum, { from, to, rate }) => sum + Math.max(0, Math.min(to, seconds) - from) * rate,
    0,
  )
}
