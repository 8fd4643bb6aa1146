/** A rate of journeys per second, from one moment to another: seconds since the start of the run. */
export interface Stretch {
  from: number
  to: number
  rate: number
}

/**
 * The start times of journeys, in milliseconds since the start of the run: a Poisson process, like independent users,
 * or evenly spaced. Fixed before anything is sent, so that no late response delays the next request.
 */
export function* arrivals(
  stretches: readonly Stretch[],
  random: () => number,
  spacing: 'poisson' | 'even' = 'poisson',
): Generator<number> {
  // In units of expected arrivals, gaps have a mean of 1; each is converted to milliseconds piece by piece.
  const gap = () => (spacing === 'even' ? 1 : -Math.log(1 - random()))
  let due = gap()
  let passed = 0
  for (const { from, to, rate } of stretches) {
    const within = (to - from) * rate
    for (; due < passed + within; due += gap()) yield (from + (due - passed) / rate) * 1_000
    passed += within
  }
}

/** The expected number of arrivals up to a moment. */
export function expectedArrivals(stretches: readonly Stretch[], seconds: number): number {
  return stretches.reduce(
    (sum, { from, to, rate }) => sum + Math.max(0, Math.min(to, seconds) - from) * rate,
    0,
  )
}
