import { setImmediate } from 'node:timers/promises'
import { chanceOf, type Normal } from '@rehearse/contracts/adaptive'

/** A graded first attempt. */
export interface Response {
  learner: string
  item: string
  isCorrect: boolean
}

export interface ItemEstimate {
  /** Difficulty in logits; 0 is as difficult as the mean learner is able. */
  b: number
  /** Standard error of `b`. */
  error: number
}

export interface RaschFit {
  items: Map<string, ItemEstimate>
  /** Each learner's ability after their responses (EAP), and the number of responses. */
  abilities: Map<string, Normal & { n: number }>
  /** The variance of the ability among learners. */
  variance: number
}

interface FitOptions {
  /** What is known about an item before the fit; null if nothing is. */
  knownOf?: (item: string) => KnownItem | null
  /** The variance at which the rounds start. */
  startVariance?: number
  /** Rounds end when no estimate changes by more (logits). */
  precision?: number
}

interface KnownItem {
  /** The difficulty at which the rounds start: that of the last fit saves most of them. */
  b: number
  /** What was known before any response. */
  prior: Normal
}

/** The points at which integrals over the ability are evaluated, from -6 to 6 deviations. */
const nodes = Float64Array.from({ length: 49 }, (_, at) => -6 + at / 4)
const roundsMax = 300
/** Rounds end when no estimate changes by more (logits): far below the error of any difficulty. */
const usualPrecision = 1e-3
/** With few responses the variance isn't determined. */
const varianceBounds = { min: 0.05, max: 4 }
/** Of an item without a prior, so that responses that are all alike have a finite estimate. */
const bMax = 8
/** Milliseconds of computing before other work gets its turn. */
const turn = 4

/**
 * Estimates the difficulty of items by marginal maximum likelihood with the EM algorithm (Bock and Aitkin 1981):
 * abilities are normal with mean 0 and are integrated out. Lets other work run every few milliseconds.
 * @param responses those of a learner one after the other; the same order gives the same result to the last digit
 */
export async function fitRasch(
  responses: readonly Response[],
  { knownOf = () => null, startVariance = 1, precision = usualPrecision }: FitOptions = {},
): Promise<RaschFit> {
  const rest = restNowAndThen()
  const { items, learners } = tabulate(responses, knownOf)
  await rest()
  let b = items.map(({ n, correct, known }) => known?.b ?? Math.log((n - correct + 0.5) / (correct + 0.5)))
  let variance = startVariance
  for (let round = 0; round < roundsMax; round += 1) {
    const expected = await expect(learners, b, variance, rest)
    const deviation = Math.sqrt(variance)
    const nextB: number[] = []
    for (const [at, item] of items.entries()) {
      nextB.push(maximize(item, expected.ofItems[at] ?? nodes, b[at] ?? 0, { deviation, precision }))
      if (at % 100 === 0) await rest()
    }
    const nextVariance = Math.min(varianceBounds.max, Math.max(varianceBounds.min, expected.variance))
    let change = Math.abs(nextVariance - variance)
    for (const [at, one] of nextB.entries()) change = Math.max(change, Math.abs(one - (b[at] ?? 0)))
    b = nextB
    variance = nextVariance
    if (change < precision) break
  }
  return describe(items, learners, b, variance, rest)
}

interface Item {
  name: string
  known: KnownItem | null
  n: number
  correct: number
}

interface Learner {
  name: string
  /** Item indexes, and for each whether it was answered correctly. */
  items: number[]
  correct: boolean[]
}

function tabulate(responses: readonly Response[], knownOf: (item: string) => KnownItem | null) {
  const items: Item[] = []
  const indexes = new Map<string, number>()
  const learners: Learner[] = []
  for (const { learner, item, isCorrect } of responses) {
    let last = learners.at(-1)
    if (last?.name !== learner) {
      last = { name: learner, items: [], correct: [] }
      learners.push(last)
    }
    let index = indexes.get(item)
    if (index === undefined) {
      index = items.length
      indexes.set(item, index)
      items.push({ name: item, known: knownOf(item), n: 0, correct: 0 })
    }
    last.items.push(index)
    last.correct.push(isCorrect)
    const tally = items[index] as Item
    tally.n += 1
    tally.correct += isCorrect ? 1 : 0
  }
  return { items, learners }
}

type Rest = () => Promise<void>

/** A function that lets other work run if it is time to. */
function restNowAndThen(): Rest {
  let begun = performance.now()
  return async () => {
    if (performance.now() - begun < turn) return
    await setImmediate()
    begun = performance.now()
  }
}

/** Learners between two checks of the clock. */
const learnersAtOnce = 50

/** For each item the weight of its learners at each node, and the mean square of their abilities. */
async function expect(learners: readonly Learner[], b: readonly number[], variance: number, rest: Rest) {
  const logs = logChances(b, Math.sqrt(variance))
  const ofItems = b.map(() => new Float64Array(nodes.length))
  let squares = 0
  for (const [index, learner] of learners.entries()) {
    const posterior = posteriorOf(learner, logs)
    for (const item of learner.items) {
      const weights = ofItems[item] as Float64Array
      for (let at = 0; at < nodes.length; at += 1) weights[at] = (weights[at] ?? 0) + (posterior[at] ?? 0)
    }
    for (let at = 0; at < nodes.length; at += 1) squares += (posterior[at] ?? 0) * (nodes[at] ?? 0) ** 2
    if (index % learnersAtOnce === 0) await rest()
  }
  return { ofItems, variance: (squares / learners.length) * variance }
}

interface LogChances {
  /** Logarithms of the chance of a correct and an incorrect response, by item and node. */
  correct: Float64Array[]
  incorrect: Float64Array[]
}

function logChances(b: readonly number[], deviation: number): LogChances {
  const correct = b.map((one) => nodes.map((node) => Math.log(chanceOf(node * deviation, one))))
  const incorrect = b.map((one) => nodes.map((node) => Math.log(chanceOf(one, node * deviation))))
  return { correct, incorrect }
}

/** The distribution of a learner's ability at the nodes, given their responses. */
function posteriorOf({ items, correct }: Learner, logs: LogChances): Float64Array {
  const posterior = new Float64Array(nodes.length)
  for (let at = 0; at < nodes.length; at += 1) posterior[at] = -((nodes[at] ?? 0) ** 2) / 2
  for (let index = 0; index < items.length; index += 1) {
    const log = (correct[index] ? logs.correct : logs.incorrect)[items[index] ?? 0] as Float64Array
    for (let at = 0; at < nodes.length; at += 1) posterior[at] = (posterior[at] ?? 0) + (log[at] ?? 0)
  }
  let greatest = Number.NEGATIVE_INFINITY
  for (let at = 0; at < nodes.length; at += 1) greatest = Math.max(greatest, posterior[at] ?? 0)
  let sum = 0
  for (let at = 0; at < nodes.length; at += 1)
    sum += posterior[at] = Math.exp((posterior[at] ?? 0) - greatest)
  for (let at = 0; at < nodes.length; at += 1) posterior[at] = (posterior[at] ?? 0) / sum
  return posterior
}

/** The difficulty that makes an item's responses most likely (Newton's method). */
function maximize(
  { known, correct }: Item,
  weights: Float64Array,
  start: number,
  { deviation, precision }: { deviation: number; precision: number },
): number {
  const prior = known?.prior
  let b = start
  for (let step = 0; step < 50; step += 1) {
    let slope = -correct
    let curvature = 0
    for (let at = 0; at < nodes.length; at += 1) {
      const p = chanceOf((nodes[at] ?? 0) * deviation, b)
      slope += (weights[at] ?? 0) * p
      curvature += (weights[at] ?? 0) * p * (1 - p)
    }
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
async function describe(
  items: readonly Item[],
  learners: readonly Learner[],
  b: readonly number[],
  variance: number,
  rest: Rest,
): Promise<RaschFit> {
  const deviation = Math.sqrt(variance)
  const logs = logChances(b, deviation)
  const chances = logs.correct.map((ofItem) => ofItem.map((log) => Math.exp(log)))
  const information = items.map(({ known }) => (known ? 1 / known.prior.deviation ** 2 : 0))
  const abilities: RaschFit['abilities'] = new Map()
  for (const [position, learner] of learners.entries()) {
    const posterior = posteriorOf(learner, logs)
    for (const [index, item] of learner.items.entries()) {
      const expected = mean(posterior, chances[item] ?? nodes)
      information[item] = (information[item] ?? 0) + (expected - (learner.correct[index] ? 1 : 0)) ** 2
    }
    const ability = mean(posterior, nodes)
    const square = mean(posterior, squaredNodes)
    abilities.set(learner.name, {
      mean: ability * deviation,
      deviation: Math.sqrt(Math.max(0, square - ability ** 2)) * deviation,
      n: learner.items.length,
    })
    if (position % learnersAtOnce === 0) await rest()
  }
  const estimates = items.map(({ name }, at): [string, ItemEstimate] => [
    name,
    { b: b[at] ?? 0, error: 1 / Math.sqrt(information[at] ?? 0) },
  ])
  return { items: new Map(estimates), abilities, variance }
}

const squaredNodes = nodes.map((node) => node ** 2)

function mean(weights: Float64Array, values: Float64Array): number {
  let sum = 0
  for (let at = 0; at < weights.length; at += 1) sum += (weights[at] ?? 0) * (values[at] ?? 0)
  return sum
}
