import type { Challenge, ChallengeStanding, challengeStandingsReply } from '@rehearse/contracts'
import { queryOptions } from '@tanstack/react-query'
import { learnerApi } from '../../shared/api/client.ts'
import type { Reply } from '../../shared/api/reply.ts'

export const challengesQuery = queryOptions({
  queryKey: ['challenges'],
  queryFn: async ({ signal }) =>
    (await learnerApi.get<{ data: Challenge[] }>('/api/challenges', { signal })).data,
})

/** @param uid whose view it is: the solution is for those who have passed or given up */
export const challengeQuery = (id: string, uid: string | undefined) =>
  queryOptions({
    queryKey: ['challenges', 'one', id, uid ?? null],
    queryFn: async ({ signal }) =>
      (await learnerApi.get<{ data: Challenge }>(`/api/challenges/${encodeURIComponent(id)}`, { signal }))
        .data,
  })

/** How far a learner came with each, by its id. */
export const standingsQuery = (uid: string | undefined) =>
  queryOptions({
    queryKey: ['progress', uid ?? null, 'challenges'],
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, ChallengeStanding>> => {
      const { challenges } = await learnerApi.get<Reply<typeof challengeStandingsReply>>(
        '/api/progress/challenges',
        { signal },
      )
      return new Map(challenges.map((standing) => [standing.challengeId, standing]))
    },
    enabled: uid !== undefined,
  })
