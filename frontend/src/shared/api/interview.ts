import type { Interview } from '@rehearse/contracts'
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { learnerApi } from './client.ts'
import { useSession } from './session.ts'

/** The learner's interview date with the plan up to it; null if none is set. */
export const interviewQuery = (uid: string) =>
  queryOptions({
    queryKey: ['progress', uid, 'interview'],
    queryFn: async ({ signal }): Promise<Interview | null> =>
      (await learnerApi.get('/api/progress/interview', { signal })).interview,
  })

/** How long a reservation made on another device may stay unnoticed. Milliseconds. */
const RESERVED_AGE = 5 * 60_000

/**
 * The questions reserved for the learner's mock exams, which stay unseen until then: lists, search and selections on
 * this device leave them out, since the responses they show are the same for everyone.
 *
 * @returns undefined while they load; none for a visitor, and if they can't be loaded
 */
export function useReservedIds(): ReadonlySet<string> | undefined {
  const uid = useSession()?.uid
  const { data, isLoading, failureCount } = useQuery({
    ...interviewQuery(uid ?? ''),
    enabled: uid !== undefined,
    staleTime: RESERVED_AGE,
  })
  if (isLoading && failureCount === 0) return undefined
  return new Set(data?.reservedIds)
}

/** The same for a selection outside a component. */
export async function readReservedIds(client: QueryClient, uid: string | null): Promise<ReadonlySet<string>> {
  if (uid === null) return new Set()
  const interview = await client
    .fetchQuery({ ...interviewQuery(uid), staleTime: RESERVED_AGE, retry: false })
    .catch(() => client.getQueryData(interviewQuery(uid).queryKey))
  return new Set(interview?.reservedIds)
}

export const withoutReserved = <Question extends { id: string }>(
  questions: readonly Question[],
  reserved: ReadonlySet<string> | undefined,
): Question[] => questions.filter(({ id }) => !reserved?.has(id))
