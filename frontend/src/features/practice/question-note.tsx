import type { noteReply } from '@rehearse/contracts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { noteLists } from '../../shared/account/bookmark-lists.ts'
import { useOwnWrite } from '../../shared/account/use-own-write.ts'
import { ApiError } from '../../shared/api/api-error.ts'
import { learnerApi } from '../../shared/api/client.ts'
import type { Reply } from '../../shared/api/reply.ts'
import { Button } from '../../shared/ui/button.tsx'
import { useErrorText } from '../../shared/ui/error-text.ts'
import { TextAreaField } from '../../shared/ui/fields.tsx'
import { LoadFailed } from '../../shared/ui/load-failed.tsx'
import { Skeleton } from '../../shared/ui/skeleton.tsx'
import { usePracticeMessages } from './practice-messages.ts'
import styles from './question-tools.module.css'

/** A note beside a question, for nobody else's eyes. Emptied, it is deleted. */
export function QuestionNote({ questionId }: { questionId: string }) {
  const messages = usePracticeMessages()
  const errorText = useErrorText()
  const queryClient = useQueryClient()
  const path = `/api/progress/notes/${questionId}`
  const queryKey = ['account', 'note', questionId]
  const { data: stored, error, refetch } = useQuery({ queryKey, queryFn: ({ signal }) => read(path, signal) })
  const [typed, setTyped] = useState<string>()
  const text = typed ?? stored ?? ''
  const write = useOwnWrite({
    mutationFn: (note: string) =>
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
        maxLength={10_000}
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

const read = (path: string, signal: AbortSignal): Promise<string> =>
  learnerApi.get<Reply<typeof noteReply>>(path, { signal }).then(
    ({ note }) => note.text,
    (error: unknown) => {
      if (error instanceof ApiError && error.status === 404) return ''
      throw error
    },
  )
