/*
 * Adaptive practice: the chance that a learner answers a question correctly, and which questions to ask. Pure and without
 * zod, so that the device selects as the server does.
 */

/** The wanted chance of a correct answer, in percent. */
export const WANTED_CHANCE = { min: 60, max: 90, default: 80 } as const
/** The number of graded first answers from which practice adapts to a learner. */
export const ADAPTIVE_MIN = 10

/** A normal distribution, in logits. */
export interface Normal {
  mean: number
  deviation: number
}

/** The chance of a correct response by the Rasch model (Rasch 1960). */
export const chanceOf = (ability: number, difficulty: number): number =>
  1 / (1 + Math.exp(difficulty - ability))

/**
 * The same if ability and difficulty are uncertain: the mean of a logistic function over a normal distribution
 * (MacKay 1992).
 */
export function expectedChance(ability: Normal, difficulty: Normal): number {
  const variance = ability.deviation ** 2 + difficulty.deviation ** 2
  return chanceOf((ability.mean - difficulty.mean) / Math.sqrt(1 + (Math.PI / 8) * variance), 0)
}

/** The newest first answers that steer the selection. */
export const STEERING_ANSWERS = 20
/** The share of a difference that the next questions make up for. */
const steering = 0.5

/**
 * The chance to select by: above the wanted one after too many incorrect answers, and below it after too few. Chance alone
 * would leave one learner in ten far from it.
 * @param wanted 0 to 1
 * @param recent whether each of the newest first answers was correct
 */
export function steeredChance(wanted: number, recent: readonly boolean[]): number {
  const correct = recent.filter(Boolean).length + (STEERING_ANSWERS - recent.length) * wanted
  const steered = wanted + steering * (wanted - correct / STEERING_ANSWERS)
  return Math.max(0.5, Math.min(0.95, steered))
}

/** A question that may be asked. */
export interface Candidate {
  questionId: string
  topic: string
  /** Of a correct answer. */
  chance: number
  /** The standard error of its difficulty. */
  error: number
}

/** The interval, in questions, at which the one with the least certain difficulty is asked. */
const exploreEvery = 10
/** The greatest difference between the chance of such a question and the wanted one. */
const explorationMax = 0.1
/** What each question of the same topic costs, as a difference in chance. */
const repeatedTopic = 0.01
/** Questions that differ less than this in chance are equally good. */
const jitter = 0.02

/**
 * Selects questions near the wanted chance of a correct answer, from various topics. Now and then it selects one whose
 * difficulty is uncertain instead, so that it gets measured.
 * @param wanted 0 to 1
 * @param random returns numbers from 0 to 1
 */
export function selectAdaptive<Question extends Candidate>(
  candidates: readonly Question[],
  { count, wanted, random }: { count: number; wanted: number; random: () => number },
): Question[] {
  const left = candidates.map((question) => ({
    question,
    distance: Math.abs(question.chance - wanted) + jitter * random(),
  }))
  left.sort((one, other) => one.distance - other.distance)
  const asked = new Map<string, number>()
  const selected: Question[] = []
  while (selected.length < count && left.length > 0) {
    const explores = selected.length % exploreEvery === exploreEvery - 1
    const at = explores ? leastKnown(left, wanted) : nearest(left, asked)
    for (const { question } of left.splice(at, 1)) {
      selected.push(question)
      asked.set(question.topic, (asked.get(question.topic) ?? 0) + 1)
    }
  }
  return selected
}

/** @param left by distance, ascending: once the distance alone is greater than the best total, the rest can't be better */
function nearest(
  left: readonly { question: Candidate; distance: number }[],
  asked: ReadonlyMap<string, number>,
): number {
  let best = 0
  let least = Number.POSITIVE_INFINITY
  for (const [at, { question, distance }] of left.entries()) {
    if (distance >= least) break
    const total = distance + repeatedTopic * (asked.get(question.topic) ?? 0)
    if (total >= least) continue
    best = at
    least = total
  }
  return best
}

function leastKnown(left: readonly { question: Candidate }[], wanted: number): number {
  let best = 0
  let greatest = 0
  for (const [at, { question }] of left.entries()) {
    if (Math.abs(question.chance - wanted) > explorationMax || question.error <= greatest) continue
    best = at
    greatest = question.error
  }
  return best
}

/** Random numbers from 0 to 1, the same for the same seed (splitmix32 over an FNV-1a hash). */
export function seededRandom(seed: string): () => number {
  let state = 0x811c9dc5
  for (let at = 0; at < seed.length; at += 1) state = Math.imul(state ^ seed.charCodeAt(at), 0x01000193)
  return () => {
    state = (state + 0x9e3779b9) | 0
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad)
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97)
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32
  }
}
