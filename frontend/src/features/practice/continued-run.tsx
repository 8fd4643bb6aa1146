import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useSession } from '../../shared/api/session.ts'
import { useFormat } from '../../shared/i18n/format.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { Alert } from '../../shared/ui/alert.tsx'
import { Button, ButtonLink } from '../../shared/ui/button.tsx'
import { LoadFailed } from '../../shared/ui/load-failed.tsx'
import { Skeleton } from '../../shared/ui/skeleton.tsx'
import { continueAddress, findSession, forgetSession, isSame, unfinishedQuery } from './kept-session.ts'
import { usePracticeMessages } from './messages.en.ts'
import { Run, type RunProps } from './run.tsx'
import type { SessionSettings } from './session-settings.ts'
import styles from './unfinished.module.css'

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
    refetchOnReconnect: (query) => query.state.status === 'error',
  })
  if (error) return <LoadFailed title={practice.loadFailed} error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <Skeleton heights={[2.75, 8, 8]} />
  return <Run {...run} kept={data ?? undefined} />
}

/** Above a new session: whether to continue the latest unfinished one with the same settings. */
export function UnfinishedNote({ settings }: { settings: SessionSettings }) {
  const messages = usePracticeMessages()
  const format = useFormat()
  const queryClient = useQueryClient()
  const uid = useSession()?.uid ?? null
  const query = unfinishedQuery(uid)
  const { data } = useQuery(query)
  const session = data?.find((one) => isSame(one.settings, settings))
  if (!session) return null
  const { id, answered, total, begunAt } = session
  const discard = async () => {
    queryClient.setQueryData(query.queryKey, (before) => before?.filter((one) => one.id !== id))
    await forgetSession(id, uid)
  }
  return (
    <div className={styles.note}>
      <Alert
        tone="info"
        title={messages.unfinishedTitle}
        action={
          <div className={styles.actions}>
            <ButtonLink to={continueAddress(session)} variant="primary" size="small">
              {messages.unfinishedContinue}
            </ButtonLink>
            <Button size="small" onClick={() => void discard()}>
              {messages.unfinishedDiscard}
            </Button>
          </div>
        }
      >
        {messages.unfinishedText(format.number(answered), format.number(total), format.moment(begunAt))}
      </Alert>
    </div>
  )
}
