import type { Challenge, ChallengeStanding } from '@rehearse/contracts'
import { useSearchParams } from 'react-router'

export const challengeFilterNames = ['category', 'difficulty', 'state'] as const
export type ChallengeFilterName = (typeof challengeFilterNames)[number]
export type ChallengeFilters = Partial<Record<ChallengeFilterName, string>>

/** Which challenges are listed: it lives in the address, so that it can be kept, shared and gone back to. */
export function useChallengeFilters() {
  const [search, setSearch] = useSearchParams()
  const filters: ChallengeFilters = {}
  for (const name of challengeFilterNames) {
    const value = search.get(name)
    if (value) filters[name] = value
  }
  const choose = (name: ChallengeFilterName, value: string) => {
    const { [name]: _before, ...others } = filters
    setSearch(new URLSearchParams(value === '' ? others : { ...others, [name]: value }))
  }
  return { filters, choose }
}

export const isDone = (standing: ChallengeStanding | undefined): boolean => (standing?.best ?? 0) > 0

export const fits = (
  challenge: Challenge,
  standing: ChallengeStanding | undefined,
  { category, difficulty, state }: ChallengeFilters,
): boolean =>
  (category === undefined || challenge.category === category) &&
  (difficulty === undefined || challenge.difficulty === difficulty) &&
  (state === undefined || (state === 'done') === isDone(standing))
