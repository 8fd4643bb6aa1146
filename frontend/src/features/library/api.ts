import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { learnerApi } from '../../shared/api/client.ts'
import type { EndpointOf, ReplyOf } from '../../shared/api/endpoint-types.ts'

type GetReply<Path extends string> = ReplyOf<EndpointOf<'GET', Path>>

/** The response of the endpoint that lists `Path`. */
export type ListReply<Path extends string> = Extract<GetReply<Path>, { data: readonly unknown[] }>
/** The entry returned by the detail endpoint of `Path`. */
export type EntryOf<Path extends string> =
  GetReply<`${Path}/${string}`> extends { data: infer Entry } ? Entry : never

/** A library list as filtered by the server, with its other fields. */
export const libraryQuery = <const Path extends string>(
  path: Path,
  filters: Partial<Record<string, string>> = {},
) =>
  queryOptions({
    queryKey: ['catalogue', path, filters],
    queryFn: ({ signal }) => learnerApi.call<ListReply<Path>>('GET', path, { query: filters, signal }),
    // The previous results stay while the next ones load.
    placeholderData: keepPreviousData,
    staleTime: 5 * 60_000,
  })

/** One entry of a list. */
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
