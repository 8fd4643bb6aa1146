import type { ChallengeKind, ChallengeProgress, ChallengeSummary } from '@rehearse/contracts'
import { queryOptions } from '@tanstack/react-query'
import { isDone } from '../../shared/api/challenges.ts'
import { learnerApi } from '../../shared/api/client.ts'
export const challengesQuery = queryOptions({
  queryKey: ['challenges'],
  queryFn: async ({ signal }) => (await learnerApi.get('/api/challenges', { signal })).data,
})

/** @param uid the learner: the solution is only visible after passing or giving up */
export const challengeQuery = (id: string, uid: string | undefined) =>
  queryOptions({
    queryKey: ['challenges', 'one', id, uid ?? null],
    queryFn: async ({ signal }) =>
      (await learnerApi.get(`/api/challenges/${encodeURIComponent(id)}`, { signal })).data,
  })

export const challengeFilterNames = ['kind', 'category', 'difficulty', 'state'] as const
export type ChallengeFilterName = (typeof challengeFilterNames)[number]
export type ChallengeFilters = Partial<Record<ChallengeFilterName, string>>

/** *Fix the bug* is a tag: such a challenge may be of several kinds. */
const FIX_THE_BUG = 'fix-the-bug'
export type ShownKind = ChallengeKind | typeof FIX_THE_BUG

export const shownKind = ({ kind, tags }: Pick<ChallengeSummary, 'kind' | 'tags'>): ShownKind =>
  tags.includes(FIX_THE_BUG) ? FIX_THE_BUG : kind

/** @param progress the learner's result for this challenge */
export const fits = (
  challenge: ChallengeSummary,
  progress: ChallengeProgress | undefined,
  { kind, category, difficulty, state }: ChallengeFilters,
): boolean =>
  (kind === undefined || shownKind(challenge) === kind) &&
  (category === undefined || challenge.category === category) &&
  (difficulty === undefined || challenge.difficulty === difficulty) &&
  (state === undefined || (state === 'done') === isDone(progress))

/** The origin of the frame that runs code; null if running code is disabled. */
export const runnerQuery = queryOptions({
  queryKey: ['runner'],
  queryFn: async ({ signal }) => (await learnerApi.get('/api/runner', { signal })).origin,
  staleTime: Number.POSITIVE_INFINITY,
})
