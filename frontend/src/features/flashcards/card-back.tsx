import { Check } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Markdown } from '../../shared/ui/markdown/markdown.tsx'
import styles from './card.module.css'
import type { CardFaces } from './card-query.ts'
import { useFlashcardMessages } from './flashcard-messages.ts'

/** The answer. Takes the focus, so that what was turned up is what is read next. */
export function CardBack({ faces: { options, explanation } }: { faces: CardFaces }) {
  const messages = useFlashcardMessages()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  const right = options.filter(({ isCorrect }) => isCorrect)
  return (
    <section aria-labelledby="card-answer" className={styles.back}>
      <h2 id="card-answer" ref={heading} tabIndex={-1}>
        {messages.answer}
      </h2>
      {right.length > 0 && (
        <ul aria-label={messages.rightOptions} className={`plain-list ${styles.right}`}>
          {right.map((option) => (
            <li key={option.id}>
              <Check aria-hidden size={18} />
              <Markdown text={option.text} compact />
            </li>
          ))}
        </ul>
      )}
      {explanation && <Markdown text={explanation} />}
    </section>
  )
}
