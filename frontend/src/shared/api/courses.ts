import type { LearningPathDetails, PathState } from '@rehearse/contracts'
import { queryOptions } from '@tanstack/react-query'
import { learnerApi } from './client.ts'

/** A learning path with its steps and their lessons. */
export const courseQuery = (pathId: string) =>
  queryOptions({
    queryKey: ['catalogue', 'learning-paths', pathId],
    queryFn: async ({ signal }) =>
      (
        await learnerApi.call<{ data: LearningPathDetails }>(
          'GET',
          `/api/learning-paths/${encodeURIComponent(pathId)}`,
          { signal },
        )
      ).data,
  })

/** A learner's state in each of its steps. */
export const courseStateQuery = (uid: string | undefined, pathId: string) =>
  queryOptions({
    queryKey: ['progress', uid ?? null, 'course', pathId],
    queryFn: ({ signal }) =>
      learnerApi.call<PathState>('GET', `/api/progress/paths/${encodeURIComponent(pathId)}`, { signal }),
    enabled: uid !== undefined,
    // Answers change it, so it reloads whenever it is shown.
    staleTime: 0,
  })
