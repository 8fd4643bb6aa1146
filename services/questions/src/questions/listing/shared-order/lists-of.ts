import type { SharedOrder } from '@rehearse/contracts'
import type { Db } from '../../../db/tables.ts'
import type { Figures } from '../bank-figures.ts'
import type { ValueOrder } from '../order.ts'
import type { QuestionFilter } from '../question-filter.ts'
import { type PlaceOrder, placesByName } from './queries.ts'

/** The questions that share a value: what matches a filter, and how many that are. */
interface SharedList {
  filter: QuestionFilter
  count: number
}

type Narrowing = Partial<QuestionFilter>

/** Values that are the same in every bank, in their order, as what they add to a filter. */
const fixed: Readonly<Record<Exclude<SharedOrder, PlaceOrder>, readonly Narrowing[]>> = {
  difficulty: [{ difficulty: 'beginner' }, { difficulty: 'intermediate' }, { difficulty: 'advanced' }],
  type: [{ type: 'code' }, { type: 'multiple-choice' }, { type: 'open-ended' }, { type: 'true-false' }],
  status: [{ isActive: true, approved: true }, { isActive: true, approved: false }, { isActive: false }],
}

/** What a shared order consists of: a list for each value. What is in no path comes last, whatever the direction. */
export async function listsOf(
  { db, figures }: { db: Db; figures: Figures },
  filter: QuestionFilter,
  { by, direction }: ValueOrder,
): Promise<SharedList[]> {
  const inDirection = <Value>(values: readonly Value[]) =>
    direction === 'asc' ? values : [...values].reverse()
  if (by === 'category' || by === 'learningPath') {
    const [counts, names] = await Promise.all([figures.perPlace(filter, by), placesByName(db, by)])
    const places: (string | null)[] = [...inDirection(names), ...(by === 'learningPath' ? [null] : [])]
    return places.flatMap((place) => {
      const count = counts.get(place) ?? 0
      const narrowing = by === 'category' ? { categoryId: place as string } : { learningPathId: place }
      return count > 0 ? [{ filter: { ...filter, ...narrowing }, count }] : []
    })
  }
  const lists = inDirection(fixed[by])
    .filter((narrowing) => agrees(filter, narrowing))
    .map(async (narrowing) => {
      const narrowed = { ...filter, ...narrowing }
      return { filter: narrowed, count: await figures.total(narrowed) }
    })
  return Promise.all(lists)
}

/** False where the filter asks for another value already. */
const agrees = (filter: QuestionFilter, narrowing: Narrowing): boolean =>
  (Object.keys(narrowing) as (keyof QuestionFilter)[]).every(
    (name) => filter[name] === undefined || filter[name] === narrowing[name],
  )
