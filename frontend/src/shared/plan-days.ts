import type { PlanProgress } from '@rehearse/contracts'

type Section = PlanProgress['sections'][number]
/** A section, and how many of the next questions are from it. */
export type Theme = Section & { share: number }

/**
 * The next questions of a plan by section. A plan of the catalog goes through its sections in order, so that each day
 * has its theme.
 */
export function nextThemes({ sections }: Pick<PlanProgress, 'sections'>, count: number): Theme[] {
  let left = count
  return sections.flatMap((section) => {
    const share = Math.min(left, Math.max(0, section.target - section.done))
    left -= share
    return share > 0 ? [{ ...section, share }] : []
  })
}

/** The themes of the days from today on; a custom plan has none, since it mixes its sections. */
export function themesByDay({ document, days, currentDay, sections }: PlanProgress): Map<number, Theme[]> {
  if (document !== null) return new Map()
  let done = 0
  return new Map(
    days
      .filter(({ day }) => day >= (currentDay ?? 1))
      .map(({ day, target, done: answered }) => {
        const count = Math.max(0, target - (day === currentDay ? answered : 0))
        const before = new Map(nextThemes({ sections }, done).map(({ id, share }) => [id, share]))
        const left = sections.map((one) => ({ ...one, done: one.done + (before.get(one.id) ?? 0) }))
        done += count
        return [day, nextThemes({ sections: left }, count)]
      }),
  )
}
