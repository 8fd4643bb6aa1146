import { queryOptions } from '@tanstack/react-query'
import { learnerApi } from './client.ts'

/** Everything that is found by name beside questions; also which pages have content. */
export const searchIndexQuery = queryOptions({
  queryKey: ['catalogue', 'search-index'],
  queryFn: async ({ signal }) => (await learnerApi.get('/api/search-index', { signal })).data,
  staleTime: 5 * 60_000,
})
