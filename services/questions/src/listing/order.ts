import { type QuestionListQuery, type SharedOrder, sharedOrders } from '@rehearse/contracts'

export type OrderBy = QuestionListQuery['orderBy']
type Direction = 'asc' | 'desc'

interface By<Name extends OrderBy> {
  by: Name
  direction: Direction
}

/** Orders that an index provides; `position` breaks ties, so that every question is on exactly one page. */
export type KeyOrder = By<Exclude<OrderBy, SharedOrder>>
/** Orders by a value that many questions share: see `listsOf`. */
export type ValueOrder = By<SharedOrder>
/** The orders of a list. */
export type Order = KeyOrder | ValueOrder

export const isValueOrder = (order: Order): order is ValueOrder =>
  (sharedOrders as readonly OrderBy[]).includes(order.by)

const defaultDirection: Readonly<Record<OrderBy, Direction>> = {
  createdAt: 'desc',
  updatedAt: 'desc',
  usageCount: 'desc',
  points: 'desc',
  attempts: 'desc',
  facility: 'asc',
  discrimination: 'asc',
  title: 'asc',
  order: 'asc',
  category: 'asc',
  learningPath: 'asc',
  difficulty: 'asc',
  type: 'asc',
  status: 'asc',
}

export const orderOf = ({
  orderBy,
  orderDirection,
}: Pick<QuestionListQuery, 'orderBy' | 'orderDirection'>): Order => ({
  by: orderBy,
  direction: orderDirection ?? defaultDirection[orderBy],
})

/** A position in an ordered list: the question there and its sort key. */
export interface Anchor {
  /** In Postgres's text format. */
  key: string
  position: number
}
