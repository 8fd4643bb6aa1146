import { ITEM_STATISTICS_MIN, type ItemVersionStatistics } from '@rehearse/contracts'
import { type ItemRow, pickKey } from './item-queries.ts'

/** By so much discrimination has to fall before an edit is blamed for it. */
const noticeable = 0.1

/** What an admin sees of each version; figures that few answers stand behind are left out. */
export function toStatistics(
  items: readonly ItemRow[],
  picks: ReadonlyMap<string, number>,
): ItemVersionStatistics[] {
  return items.map((item, index) => {
    const { version, n, options } = item
    const shown = figuresOf(item)
    const before = items.slice(index + 1).find((earlier) => figuresOf(earlier).discrimination !== null)
    return {
      version,
      n,
      ...shown,
      picks:
        n < ITEM_STATISTICS_MIN
          ? null
          : options.map(({ id: optionId, isCorrect }) => {
              const count = picks.get(pickKey(version, optionId)) ?? 0
              return { optionId, isCorrect, count, share: count / n }
            }),
      isWorse: before !== undefined && isNoticeablyWorse(shown, before),
    }
  })
}

/** Whether a version discriminates by so much less than the one before it that the edit is to blame. */
export const isNoticeablyWorse = (
  { discrimination: now }: { discrimination: number | null },
  { discrimination: before }: { discrimination: number | null },
): boolean => now !== null && before !== null && now < before - noticeable

function figuresOf({ n, facility, discrimination, medianTime }: ItemRow) {
  const says = n >= ITEM_STATISTICS_MIN
  return says
    ? { facility, discrimination, medianTime }
    : { facility: null, discrimination: null, medianTime: null }
}
