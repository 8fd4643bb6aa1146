import type { QuestionListQuery } from '@rehearse/contracts'

export type OrderBy = QuestionListQuery['orderBy']

/** What lists are ordered by; `position` breaks the ties, so that no question is on two pages. */
export interface Order {
  by: OrderBy
  direction: 'asc' | 'desc'
}

const defaultDirection: Readonly<Record<OrderBy, Order['direction']>> = {
  createdAt: 'desc',
  updatedAt: 'desc',
  usageCount: 'desc',
  title: 'asc',
  order: 'asc',
}

export const orderOf = ({
  orderBy,
  orderDirection,
}: Pick<QuestionListQuery, 'orderBy' | 'orderDirection'>): Order => ({
  by: orderBy,
  direction: orderDirection ?? defaultDirection[orderBy],
})

/** A place in an ordered list: the question there, by what it is ordered by. */
export interface Anchor {
  /** As Postgres writes it. */
  key: string
  position: number
}
