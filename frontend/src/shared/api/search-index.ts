import { queryOptions } from '@tanstack/react-query'
import { learnerApi } from './client.ts'

/** Everything that search finds by name except questions; also which pages have content. */
export const searchIndexQuery = queryOptions({
  queryKey: ['catalogue', 'search-index'],
  queryFn: async ({ signal }) => (await learnerApi.get('/api/search-index', { signal })).data,
  staleTime: 5 * 60_000,
})
