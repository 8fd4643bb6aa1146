import type { RandomNumbers } from './random-numbers.ts'

/** The questions to draw from, by their positions. */
export interface Urn {
  /** No position is higher. */
  highest(): Promise<number>
  /** Which of these positions hold a question that may be drawn. */
  among(candidates: readonly number[]): Promise<readonly number[]>
  /** All positions that hold one. */
  all(): Promise<readonly number[]>
}

/** How many candidates are drawn for each question that is wanted, before all are looked at. */
const candidatesPerQuestion = 8

/**
 * Draws up to `count` positions, each question as likely as every other, without sorting or reading them all:
 * positions are drawn blindly and those that hold no such question are dropped. Only where few questions match, so
 * that too many draws miss, the (then few) matching ones are listed and drawn from.
 */
export async function draw(urn: Urn, count: number, random: RandomNumbers): Promise<number[]> {
  const highest = await urn.highest()
  const candidates = distinctNumbers(highest, count * candidatesPerQuestion, random)
  const hits = new Set(await urn.among(candidates))
  if (hits.size >= count) return candidates.filter((position) => hits.has(position)).slice(0, count)
  return shuffledStart(await urn.all(), count, random)
}

/** Different whole numbers from 1 to `highest`, in the order in which they were drawn. */
function distinctNumbers(highest: number, wanted: number, random: RandomNumbers): number[] {
  const drawn = new Set<number>()
  // Where almost all would be drawn anyway, repetitions are left out rather than drawn again.
  for (let turn = 0; turn < wanted; turn += 1) drawn.add(1 + Math.floor(random() * highest))
  return [...drawn]
}

/** The first `count` of a Fisher-Yates shuffle. */
function shuffledStart(positions: readonly number[], count: number, random: RandomNumbers): number[] {
  const pool = [...positions]
  const length = Math.min(count, pool.length)
  for (let index = 0; index < length; index += 1) {
    const other = index + Math.floor(random() * (pool.length - index))
    const picked = pool[other] as number
    pool[other] = pool[index] as number
    pool[index] = picked
  }
  return pool.slice(0, length)
}
