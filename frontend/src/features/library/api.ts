import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { learnerApi } from '../../shared/api/client.ts'
import type { EndpointOf, ReplyOf } from '../../shared/api/endpoint-types.ts'

type GetReply<Path extends string> = ReplyOf<EndpointOf<'GET', Path>>

/** What the endpoint that lists `Path` returns. */
export type ListReply<Path extends string> = Extract<GetReply<Path>, { data: readonly unknown[] }>
/** What the endpoint that reads one entry of `Path` returns. */
export type EntryOf<Path extends string> =
  GetReply<`${Path}/${string}`> extends { data: infer Entry } ? Entry : never

/** A list of the library as the server filters it, with what it says beside its entries. */
export const libraryQuery = <const Path extends string>(
  path: Path,
  filters: Partial<Record<string, string>> = {},
) =>
  queryOptions({
    queryKey: ['catalogue', path, filters],
    queryFn: ({ signal }) => learnerApi.call<ListReply<Path>>('GET', path, { query: filters, signal }),
    // What was found before stays while the next is looked for.
    placeholderData: keepPreviousData,
    staleTime: 5 * 60_000,
  })

/** One entry of it. */
export const entryQuery = <const Path extends string>(path: Path, id: string) =>
  queryOptions({
    queryKey: ['catalogue', path, 'entry', id],
    queryFn: async ({ signal }) => {
      const reply = await learnerApi.call<{ data: EntryOf<Path> }>(
        'GET',
        `${path}/${encodeURIComponent(id)}`,
        { signal },
      )
      return reply.data
    },
    staleTime: 5 * 60_000,
  })
