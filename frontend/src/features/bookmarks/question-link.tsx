import { Link } from 'react-router'
import { InlineCode } from '../../shared/ui/markdown/inline-code.tsx'
import styles from './bookmarks.module.css'

/** To the question itself, by its name. */
export function QuestionLink({ id, title }: { id: string; title: string }) {
  return (
    <h3 dir="auto" className={styles.title}>
      <Link to={`/questions?question=${id}`}>
        <InlineCode text={title} />
      </Link>
    </h3>
  )
}
