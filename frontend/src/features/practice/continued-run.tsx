import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSession } from '../../shared/api/session.ts'
import { localDay } from '../../shared/i18n/format.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { LoadFailed } from '../../shared/ui/load-failed.tsx'
import { Skeleton } from '../../shared/ui/skeleton.tsx'
import { findSession, isSame, unfinishedQuery } from './kept-session.ts'
import { Run, type RunProps } from './run.tsx'

/** A session that was left, from where it was; a new one if it is over or too old. */
export function ContinuedRun({ id, ...run }: RunProps & { id: string }) {
  const { practice } = useMessages()
  const session = useSession()
  // A visitor who signs up during the session keeps it.
  const [uid] = useState(session?.uid ?? null)
  const { data, error, refetch } = useQuery({
    queryKey: ['practice', 'continued', id, uid],
    // A query must not return undefined.
    queryFn: async ({ signal }) => (await findSession(id, run.settings, { uid, signal })) ?? null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  if (error) return <LoadFailed title={practice.loadFailed} error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <Skeleton heights={[2.75, 8, 8]} />
  return <Run {...run} kept={data ?? undefined} />
}

/** A plan's questions of today: the session begun with them continues, else they would be asked for twice. */
export function DayRun(run: RunProps) {
  const session = useSession()
  const [query] = useState({ ...unfinishedQuery(session?.uid ?? null), staleTime: Number.POSITIVE_INFINITY })
  const { data, isPending } = useQuery(query)
  const isOfToday = ({ startedAt }: { startedAt: string }) => localDay(new Date(startedAt)) === localDay()
  const [begun, setBegun] = useState<string | null>()
  if (begun === undefined && !isPending) {
    const open = data?.find(
      (one) => one.answered < one.total && isOfToday(one) && isSame(one.settings, run.settings),
    )
    setBegun(open?.id ?? null)
  }
  if (begun === undefined) return <Skeleton heights={[2.75, 8, 8]} />
  return begun === null ? <Run {...run} /> : <ContinuedRun id={begun} {...run} />
}
