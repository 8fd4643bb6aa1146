import { useQuery } from '@tanstack/react-query'
import { Eye } from 'lucide-react'
import { useEffect } from 'react'
import { type ContentRef, endPresence, presenceQuery } from './api.ts'
import styles from './comments.module.css'
import { useCommentMessages } from './messages.en.ts'
import { usePeople } from './people.ts'

/** Who else has this content open. Load it lazily. */
export default function Present({ kind, entryId }: ContentRef) {
  const messages = useCommentMessages()
  const { nameOf } = usePeople()
  const { data: others = [] } = useQuery(presenceQuery({ kind, entryId }))
  // A page that is closed or loses its connection can't say so: the server forgets it soon.
  useEffect(() => () => void endPresence({ kind, entryId }).catch(() => undefined), [kind, entryId])
  const [one, two] = others.map(nameOf)
  return (
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
  )
}
