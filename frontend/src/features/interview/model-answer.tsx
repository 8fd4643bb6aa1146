import type { checkReply } from '@rehearse/contracts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { learnerApi } from '../../shared/api/client.ts'
import type { Reply } from '../../shared/api/reply.ts'
import { Button } from '../../shared/ui/button.tsx'
import { LoadFailed } from '../../shared/ui/load-failed.tsx'
import { Markdown } from '../../shared/ui/markdown/markdown.tsx'
import styles from './interview.module.css'
import type { Part } from './interview.ts'
import { useInterviewMessages } from './interview-messages.ts'

/** What a good answer says. To look records nothing. */
export function ModelAnswer({ part }: { part: Part }) {
  const messages = useInterviewMessages()
  const [wanted, setWanted] = useState(false)
  const { data, error, isLoading, refetch } = useQuery({
    queryKey: ['interview', 'model', part.id],
    queryFn: async ({ signal }) => {
      // An answer has to be given to be told the right one; which one doesn't matter here.
      const selectedOptionIds = part.options.slice(0, 1).map(({ id }) => id)
      const { result } = await learnerApi.post<Reply<typeof checkReply>>(
        `/api/questions/unified/${part.id}/check`,
        { body: { selectedOptionIds }, signal },
      )
      return result
    },
    enabled: wanted,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (error && !data) {
    return <LoadFailed title={messages.modelFailed} error={error} onRetry={() => void refetch()} />
  }
  if (!data) {
    return (
      <Button pending={isLoading} onClick={() => setWanted(true)} className={styles.compare}>
        {messages.compare}
      </Button>
    )
  }
  const right = part.options.filter(({ id }) => data.correctOptionIds.includes(id))
  return (
    <section aria-label={messages.model} className={styles.model}>
      <h3>{messages.model}</h3>
      {right.map(({ id, text }) => (
        <p key={id}>
          <Markdown text={text} compact />
        </p>
      ))}
      <Markdown text={data.explanation} />
    </section>
  )
}
