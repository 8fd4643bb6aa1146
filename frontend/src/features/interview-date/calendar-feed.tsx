import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useOwnWrite } from '../../shared/account/use-own-write.ts'
import { changeCalendar } from '../../shared/interview/change-interview.ts'
import { Alert } from '../../shared/ui/alert.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { TextField } from '../../shared/ui/fields.tsx'
import { useErrorText } from '../../shared/ui/load-failed.tsx'
import styles from './interview-page.module.css'
import { useInterviewDateMessages } from './messages.en.ts'

/** Creates, copies and revokes the private link that shows the plan in a calendar app. */
export function CalendarFeed({ uid, url }: { uid: string; url: string | null }) {
  const messages = useInterviewDateMessages()
  const errorText = useErrorText()
  const queryClient = useQueryClient()
  const [note, setNote] = useState('')
  const changing = useOwnWrite({
    mutationFn: (action: 'create' | 'revoke') => changeCalendar(queryClient, uid, action),
    onSuccess: (_, action) => setNote(action === 'revoke' ? messages.revoked : ''),
  })
  const link = url && new URL(url, location.origin).href
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link ?? '')
      setNote(messages.copied)
    } catch {
      setNote(messages.copyFailed)
    }
  }
  return (
    <section aria-labelledby="calendar" className={styles.block}>
      <h2 id="calendar">{messages.calendar}</h2>
      <p className={styles.quiet}>{messages.calendarText}</p>
      {link ? (
        <>
          <TextField
            label={messages.calendarLink}
            hint={messages.calendarWarning}
            value={link}
            readOnly
            dir="ltr"
            onFocus={({ target }) => target.select()}
          />
          <div className={styles.actions}>
            <Button onClick={() => void copy()}>{messages.copy}</Button>
            <Button variant="ghost" pending={changing.isPending} onClick={() => changing.mutate('revoke')}>
              {messages.revoke}
            </Button>
          </div>
        </>
      ) : (
        <div>
          <Button pending={changing.isPending} onClick={() => changing.mutate('create')}>
            {messages.calendarCreate}
          </Button>
        </div>
      )}
      <p role="status" className={styles.quiet}>
        {note}
      </p>
      {changing.isError && <Alert tone="error">{errorText(changing.error, messages.calendarFailed)}</Alert>}
    </section>
  )
}
