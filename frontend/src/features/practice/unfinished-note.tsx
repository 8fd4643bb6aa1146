import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useSession } from '../../shared/api/session.ts'
import { useFormat } from '../../shared/i18n/format.ts'
import { Alert } from '../../shared/ui/alert.tsx'
import { Button, ButtonLink } from '../../shared/ui/button.tsx'
import { continueAddress, forgetSession, isSame, unfinishedQuery } from './kept-session.ts'
import { usePracticeMessages } from './messages.en.ts'
import type { SessionSettings } from './session-settings.ts'
import styles from './unfinished.module.css'

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
  const { id, answered, total, startedAt } = session
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
        {messages.unfinishedText(format.number(answered), format.number(total), format.moment(startedAt))}
      </Alert>
    </div>
  )
}
