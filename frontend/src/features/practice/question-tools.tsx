import type { ReportInput } from '@rehearse/contracts'
import { TEXT_MAX } from '@rehearse/contracts/constants'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Bookmark, BookmarkCheck, Flag, NotebookPen } from 'lucide-react'
import { memo, useState } from 'react'
import { Link } from 'react-router'
import { noteLists, useBookmark } from '../../shared/account/bookmarks.ts'
import { useOwnWrite } from '../../shared/account/use-own-write.ts'
import { ApiError } from '../../shared/api/api-error.ts'
import { learnerApi } from '../../shared/api/client.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { Button } from '../../shared/ui/button.tsx'
import { SelectField, TextAreaField } from '../../shared/ui/fields.tsx'
import { LoadFailed, useErrorText } from '../../shared/ui/load-failed.tsx'
import { Skeleton } from '../../shared/ui/skeleton.tsx'
import { usePracticeMessages } from './messages.en.ts'
import styles from './question-tools.module.css'

const reasons: readonly ReportInput['reason'][] = [
  'wrong-answer',
  'unclear',
  'typo',
  'outdated',
  'duplicate',
  'other',
]

/** Reports a problem with this question to the admins. */
function ReportQuestion({ questionId, onDone }: { questionId: string; onDone: () => void }) {
  const messages = usePracticeMessages()
  const { common } = useMessages()
  const errorText = useErrorText()
  const [reason, setReason] = useState<ReportInput['reason']>('wrong-answer')
  const [text, setText] = useState('')
  const [missing, setMissing] = useState(false)
  const write = useOwnWrite({
    mutationFn: (body: ReportInput) =>
      learnerApi.post(`/api/questions/unified/${questionId}/reports`, { body }),
  })
  if (write.isSuccess) {
    return (
      <div className={styles.actions}>
        <span role="status">{messages.reported}</span>
        <Link to="/notices">{messages.reportedWhere}</Link>
        <Button size="small" onClick={onDone}>
          {common.close}
        </Button>
      </div>
    )
  }
  const problem = missing && text.trim() === '' ? messages.reportMissing : undefined
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        setMissing(true)
        if (text.trim() !== '') write.mutate({ reason, text })
      }}
    >
      <SelectField
        label={messages.reportReason}
        value={reason}
        onChange={(event) => setReason(reasons.find((one) => one === event.target.value) ?? 'other')}
        choices={reasons.map((value) => ({ value, label: messages.reportReasons[value] }))}
      />
      <TextAreaField
        label={messages.reportText}
        error={problem ?? (write.isError ? errorText(write.error) : undefined)}
        rows={3}
        maxLength={TEXT_MAX.report}
        dir="auto"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <div className={styles.actions}>
        <Button type="submit" size="small" pending={write.isPending}>
          {messages.reportSend}
        </Button>
        <Button variant="ghost" size="small" onClick={onDone}>
          {common.cancel}
        </Button>
      </div>
    </form>
  )
}

/** A private note on a question. Emptying it deletes it. */
function QuestionNote({ questionId }: { questionId: string }) {
  const messages = usePracticeMessages()
  const errorText = useErrorText()
  const queryClient = useQueryClient()
  const path = `/api/progress/notes/${questionId}` as const
  const queryKey = ['account', 'note', questionId]
  const {
    data: stored,
    error,
    refetch,
  } = useQuery({ queryKey, queryFn: ({ signal }) => readNote(questionId, signal) })
  const [typed, setTyped] = useState<string>()
  const text = typed ?? stored ?? ''
  const write = useOwnWrite({
    mutationFn: (note: string): Promise<unknown> =>
      note.trim() === '' ? learnerApi.delete(path) : learnerApi.put(path, { body: { text: note } }),
    onSuccess: (_reply, note) => {
      queryClient.setQueryData(queryKey, note)
      void queryClient.invalidateQueries({ queryKey: noteLists })
    },
  })
  if (error && stored === undefined) return <LoadFailed error={error} onRetry={() => void refetch()} />
  if (stored === undefined) return <Skeleton heights={[6]} />
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        write.mutate(text)
      }}
    >
      <TextAreaField
        label={messages.noteLabel}
        hint={messages.noteHint}
        error={write.isError ? errorText(write.error) : undefined}
        rows={3}
        maxLength={TEXT_MAX.note}
        dir="auto"
        value={text}
        onChange={(event) => setTyped(event.target.value)}
      />
      <div className={styles.actions}>
        <Button type="submit" size="small" pending={write.isPending} disabled={text === stored}>
          {messages.noteSave}
        </Button>
        <span role="status">{write.isSuccess && text === stored ? messages.noteSaved : ''}</span>
      </div>
    </form>
  )
}

const readNote = (questionId: string, signal: AbortSignal): Promise<string> =>
  learnerApi.get(`/api/progress/notes/${questionId}`, { signal }).then(
    ({ note }) => note.text,
    (error: unknown) => {
      if (error instanceof ApiError && error.status === 404) return ''
      throw error
    },
  )

/** A learner's actions on a question other than answering it. */
function QuestionTools({ questionId }: { questionId: string }) {
  const messages = usePracticeMessages()
  const [open, setOpen] = useState<'note' | 'report'>()
  const { marked, toggle } = useBookmark(questionId)
  const flip = (tool: 'note' | 'report') => setOpen(open === tool ? undefined : tool)
  return (
    <div className={styles.tools}>
      <div className={styles.row}>
        <Button variant="ghost" size="small" aria-pressed={marked} onClick={toggle}>
          {marked ? <BookmarkCheck aria-hidden size={16} /> : <Bookmark aria-hidden size={16} />}
          {marked ? messages.bookmarked : messages.bookmark}
        </Button>
        <Button variant="ghost" size="small" aria-expanded={open === 'note'} onClick={() => flip('note')}>
          <NotebookPen aria-hidden size={16} />
          {messages.note}
        </Button>
        <Button variant="ghost" size="small" aria-expanded={open === 'report'} onClick={() => flip('report')}>
          <Flag aria-hidden size={16} />
          {messages.report}
        </Button>
      </div>
      {open === 'note' && <QuestionNote questionId={questionId} />}
      {open === 'report' && <ReportQuestion questionId={questionId} onDone={() => setOpen(undefined)} />}
    </div>
  )
}

/** Memoized: the timer beside it renders every second. */
export default memo(QuestionTools)
