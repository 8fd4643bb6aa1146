import type { BadgeDefinition } from '@rehearse/contracts'
import { queryOptions } from '@tanstack/react-query'
import { learnerApi } from '../../shared/api/client.ts'

/** Every badge there is. */
export const badgesQuery = queryOptions({
  queryKey: ['catalogue', 'badges'],
  queryFn: async ({ signal }) =>
    (await learnerApi.get<{ data: BadgeDefinition[] }>('/api/badges', { signal })).data,
})
