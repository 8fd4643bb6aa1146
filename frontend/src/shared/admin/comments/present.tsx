import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Eye, MessageSquare } from 'lucide-react'
import { useEffect } from 'react'
import { Button } from '../../ui/button.tsx'
import { type ContentRef, commentsQuery, endPresence, presenceQuery } from './api.ts'
import styles from './comments.module.css'
import { useCommentMessages } from './messages.en.ts'
import { usePeople } from './people.ts'

/** Above an editor: who else has its content open, and the way to the comments below. Load it lazily. */
export default function Present({ kind, entryId }: ContentRef) {
  const messages = useCommentMessages()
  const { nameOf } = usePeople()
  const { data: others = [] } = useQuery(presenceQuery({ kind, entryId }))
  const { data: comments } = useInfiniteQuery(commentsQuery({ kind, entryId }))
  // A page that is closed or loses its connection can't say so: the server forgets it soon.
  useEffect(() => () => void endPresence({ kind, entryId }).catch(() => undefined), [kind, entryId])
  const [one, two] = others.map(nameOf)
  const toComments = () => {
    const heading = document.getElementById('comments')
    heading?.focus({ preventScroll: true })
    heading?.scrollIntoView({ block: 'start' })
  }
  return (
    <div className={styles.bar}>
      <Button size="small" variant="ghost" onClick={toComments}>
        <MessageSquare aria-hidden size={16} />
        {messages.titleOpen(comments?.pages[0]?.open ?? 0)}
      </Button>
      <p role="status" className={styles.present}>
        {one !== undefined && (
          <>
            <Eye aria-hidden size={16} />
            {two === undefined
              ? messages.present(one)
              : others.length === 2
                ? messages.presentTwo(one, two)
                : messages.presentMany(one, others.length - 1)}
          </>
        )}
      </p>
    </div>
  )
}
