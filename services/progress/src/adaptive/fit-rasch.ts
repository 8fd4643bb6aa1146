/** A graded first attempt. */
export interface Response {
  learner: string
  item: string
  isCorrect: boolean
}

/** A normal distribution, in logits. */
export interface Normal {
  mean: number
  deviation: number
}

export interface ItemEstimate {
  /** Difficulty in logits; 0 is as difficult as the mean learner is able. */
  b: number
  /** Standard error of `b`. */
  error: number
  /** The number of responses. */
  n: number
}

export interface RaschFit {
  items: Map<string, ItemEstimate>
  /** Each learner's ability after their responses (EAP). */
  abilities: Map<string, Normal>
  /** The variance of the ability among learners. */
  variance: number
}

/** The points at which integrals over the ability are evaluated, from -6 to 6 deviations. */
const nodes = Float64Array.from({ length: 61 }, (_, at) => -6 + at / 5)
const roundsMax = 500
/** Rounds end when no estimate changes by more. */
const precision = 1e-6
/** With few responses the variance isn't determined. */
const varianceBounds = { min: 0.05, max: 4 }
/** Of an item without a prior, so that responses that are all alike have a finite estimate. */
const bMax = 8

/** The chance of a correct response by the Rasch model (Rasch 1960). */
export const chance = (ability: number, b: number): number => 1 / (1 + Math.exp(b - ability))

/**
 * Estimates the difficulty of items by marginal maximum likelihood with the EM algorithm (Bock and Aitkin 1981):
 * abilities are normal with mean 0 and are integrated out. The result depends on the responses, not on their order.
 * @param priorOf what is known about an item before its responses; null if nothing is
 */
export function fitRasch(responses: readonly Response[], priorOf: (item: string) => Normal | null): RaschFit {
  const { items, learners } = tabulate(responses, priorOf)
  let b = items.map(({ n, correct, prior }) => prior?.mean ?? Math.log((n - correct + 0.5) / (correct + 0.5)))
  let variance = 1
  for (let round = 0; round < roundsMax; round += 1) {
    const expected = expect(learners, b, variance)
    const deviation = Math.sqrt(variance)
    const nextB = items.map((item, at) =>
      maximize(item, expected.ofItems[at] ?? nodes, b[at] ?? 0, deviation),
    )
    const nextVariance = Math.min(varianceBounds.max, Math.max(varianceBounds.min, expected.variance))
    const change = Math.max(
      nextVariance - variance,
      variance - nextVariance,
      ...nextB.map((one, at) => Math.abs(one - (b[at] ?? 0))),
    )
    b = nextB
    variance = nextVariance
    if (change < precision) break
  }
  return describe(items, learners, b, variance)
}

interface Item {
  name: string
  prior: Normal | null
  n: number
  correct: number
}

interface Learner {
  name: string
  /** Item indexes, and for each whether it was answered correctly. */
  items: number[]
  correct: boolean[]
}

/** Items and learners in the order of their names, so that sums don't depend on the order of the responses. */
function tabulate(responses: readonly Response[], priorOf: (item: string) => Normal | null) {
  const sorted = responses.toSorted(
    (one, other) => compare(one.learner, other.learner) || compare(one.item, other.item),
  )
  const names = [...new Set(sorted.map(({ item }) => item))].sort(compare)
  const items = names.map((name): Item => ({ name, prior: priorOf(name), n: 0, correct: 0 }))
  const indexes = new Map(names.map((name, index) => [name, index]))
  const learners: Learner[] = []
  for (const { learner, item, isCorrect } of sorted) {
    let last = learners.at(-1)
    if (last?.name !== learner) {
      last = { name: learner, items: [], correct: [] }
      learners.push(last)
    }
    const index = indexes.get(item) ?? 0
    last.items.push(index)
    last.correct.push(isCorrect)
    const tally = items[index] as Item
    tally.n += 1
    tally.correct += isCorrect ? 1 : 0
  }
  return { items, learners }
}

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

/** For each item the weight of its learners at each node, and the mean square of their abilities. */
function expect(learners: readonly Learner[], b: readonly number[], variance: number) {
  const logs = logChances(b, Math.sqrt(variance))
  const ofItems = b.map(() => new Float64Array(nodes.length))
  let squares = 0
  for (const learner of learners) {
    const posterior = posteriorOf(learner, logs)
    for (const item of learner.items) {
      const weights = ofItems[item] as Float64Array
      for (let at = 0; at < nodes.length; at += 1) weights[at] = (weights[at] ?? 0) + (posterior[at] ?? 0)
    }
    for (let at = 0; at < nodes.length; at += 1) squares += (posterior[at] ?? 0) * (nodes[at] ?? 0) ** 2
  }
  return { ofItems, variance: (squares / learners.length) * variance }
}

interface LogChances {
  /** Logarithms of the chance of a correct and an incorrect response, by item and node. */
  correct: Float64Array[]
  incorrect: Float64Array[]
}

function logChances(b: readonly number[], deviation: number): LogChances {
  const correct = b.map((one) => nodes.map((node) => Math.log(chance(node * deviation, one))))
  const incorrect = b.map((one) => nodes.map((node) => Math.log(chance(one, node * deviation))))
  return { correct, incorrect }
}

/** The distribution of a learner's ability at the nodes, given their responses. */
function posteriorOf({ items, correct }: Learner, logs: LogChances): Float64Array {
  const posterior = nodes.map((node) => -(node ** 2) / 2)
  items.forEach((item, index) => {
    const log = (correct[index] ? logs.correct : logs.incorrect)[item] as Float64Array
    for (let at = 0; at < posterior.length; at += 1) posterior[at] = (posterior[at] ?? 0) + (log[at] ?? 0)
  })
  const greatest = Math.max(...posterior)
  let sum = 0
  for (let at = 0; at < posterior.length; at += 1)
    sum += posterior[at] = Math.exp((posterior[at] ?? 0) - greatest)
  return posterior.map((weight) => weight / sum)
}

/** The difficulty that makes an item's responses most likely (Newton's method). */
function maximize({ prior, correct }: Item, weights: Float64Array, start: number, deviation: number): number {
  let b = start
  for (let step = 0; step < 50; step += 1) {
    let slope = -correct
    let curvature = 0
    weights.forEach((weight, at) => {
      const p = chance((nodes[at] ?? 0) * deviation, b)
      slope += weight * p
      curvature += weight * p * (1 - p)
    })
    if (prior) {
      slope -= (b - prior.mean) / prior.deviation ** 2
      curvature += 1 / prior.deviation ** 2
    }
    const change = Math.max(-1, Math.min(1, slope / curvature))
    b = Math.max(-bMax, Math.min(bMax, b + change))
    if (Math.abs(change) < precision / 10) break
  }
  return b
}

/** Standard errors come from the sum of squared slopes of each learner's likelihood. */
function describe(
  items: readonly Item[],
  learners: readonly Learner[],
  b: readonly number[],
  variance: number,
): RaschFit {
  const deviation = Math.sqrt(variance)
  const logs = logChances(b, deviation)
  const chances = logs.correct.map((ofItem) => ofItem.map((log) => Math.exp(log)))
  const information = items.map(({ prior }) => (prior ? 1 / prior.deviation ** 2 : 0))
  const abilities = new Map<string, Normal>()
  for (const learner of learners) {
    const posterior = posteriorOf(learner, logs)
    learner.items.forEach((item, index) => {
      const expected = posterior.reduce((sum, weight, at) => sum + weight * (chances[item]?.[at] ?? 0), 0)
      information[item] = (information[item] ?? 0) + (expected - (learner.correct[index] ? 1 : 0)) ** 2
    })
    const mean = posterior.reduce((sum, weight, at) => sum + weight * (nodes[at] ?? 0), 0)
    const square = posterior.reduce((sum, weight, at) => sum + weight * (nodes[at] ?? 0) ** 2, 0)
    abilities.set(learner.name, {
      mean: mean * deviation,
      deviation: Math.sqrt(Math.max(0, square - mean ** 2)) * deviation,
    })
  }
  const estimates = items.map(({ name, n }, at): [string, ItemEstimate] => [
    name,
    { b: b[at] ?? 0, error: 1 / Math.sqrt(information[at] ?? 0), n },
  ])
  return { items: new Map(estimates), abilities, variance }
}
