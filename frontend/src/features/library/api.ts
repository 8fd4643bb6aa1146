import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { learnerApi } from '../../shared/api/client.ts'

/** A list of the library as the server filters it, with what it says beside its entries. */
export const libraryQuery = <Reply>(path: string, filters: Partial<Record<string, string>> = {}) =>
  queryOptions({
    queryKey: ['catalogue', path, filters],
    queryFn: ({ signal }) => learnerApi.call<Reply>('GET', path, { query: filters, signal }),
    // What was found before stays while the next is looked for.
    placeholderData: keepPreviousData,
    staleTime: 5 * 60_000,
  })

/** One entry of it. */
export const entryQuery = <Entry>(path: string, id: string) =>
  queryOptions({
    queryKey: ['catalogue', path, 'entry', id],
    queryFn: async ({ signal }) =>
      (await learnerApi.call<{ data: Entry }>('GET', `${path}/${encodeURIComponent(id)}`, { signal })).data,
    staleTime: 5 * 60_000,
  })
