import { randomNumbers } from '../../deploy/bench/src/statistics.ts'

/** Random choices that are the same for the same seed. */
export interface RandomSource {
  /** A whole number from 0 to one below `count`. */
  below(count: number): number
  chance(share: number): boolean
  pick<Item>(items: readonly Item[]): Item
  /** A UUID of version 4. */
  uuid(): string
}

/** @param turn lets each request of a run be repeated without those before it */
export function dice(seed: number, turn = 0): RandomSource {
  const random = randomNumbers(Math.imul(turn + 1, 0x9e3779b1) ^ seed)
  const below = (count: number) => Math.floor(random() * count)
  return {
    below,
    chance: (share) => random() < share,
    pick: (items) => {
      if (items.length === 0) throw new Error('nothing to pick from')
      return items[below(items.length)] as (typeof items)[number]
    },
    uuid: () => 'xxxxxxxx-xxxx-4xxx-axxx-xxxxxxxxxxxx'.replaceAll('x', () => below(16).toString(16)),
  }
}
