import type { ChallengeProgress } from '@rehearse/contracts'
import { queryOptions } from '@tanstack/react-query'
import { learnerApi } from './client.ts'

/** A learner's result for each challenge, by id. */
export const challengeProgressQuery = (uid: string | undefined) =>
  queryOptions({
    queryKey: ['progress', uid ?? null, 'challenges'],
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, ChallengeProgress>> => {
      const { challenges } = await learnerApi.get('/api/progress/challenges', { signal })
      return new Map(challenges.map((progress) => [progress.challengeId, progress]))
    },
    enabled: uid !== undefined,
  })

export const isDone = (progress: ChallengeProgress | undefined): boolean => (progress?.best ?? 0) > 0
