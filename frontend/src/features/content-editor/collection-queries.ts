import { queryOptions } from '@tanstack/react-query'
import { adminApi } from '../../shared/api/client.ts'
import type { Collection, Entry } from './collection.ts'

const contentKey = ['admin', 'data', 'content']

/** All entries of a list, as admins see them: whole, in their order. */
export const entriesQuery = ({ name, address }: Collection) =>
  queryOptions({
    queryKey: [...contentKey, name],
    queryFn: async ({ signal }) => (await adminApi.get<{ data: Entry[] }>(address, { signal })).data,
  })
