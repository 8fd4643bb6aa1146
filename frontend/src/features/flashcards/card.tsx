import type { CardRating, Flashcard } from '@rehearse/contracts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useMessages } from '../../shared/i18n/locale.ts'
import { Alert } from '../../shared/ui/alert.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { useErrorText } from '../../shared/ui/error-text.ts'
import { LoadFailed } from '../../shared/ui/load-failed.tsx'
import { InlineCode } from '../../shared/ui/markdown/inline-code.tsx'
import { Markdown } from '../../shared/ui/markdown/markdown.tsx'
import { Skeleton } from '../../shared/ui/skeleton.tsx'
import { Tag } from '../../shared/ui/tag.tsx'
import styles from './card.module.css'
import { CardBack } from './card-back.tsx'
import { cardQuery } from './card-query.ts'
import { useFlashcardMessages } from './flashcard-messages.ts'
import { Ratings } from './ratings.tsx'
import { useCardKeys } from './use-card-keys.ts'
import { useRating } from './use-rating.ts'

/** One card: its question, turned over its answer, and how well it was known. */
export function Card({
  card,
  isFirst,
  onRated,
  onSkip,
}: {
  card: Flashcard
  isFirst: boolean
  onRated: (rating: CardRating, card: Flashcard) => void
  onSkip: () => void
}) {
  const { common } = useMessages()
  const messages = useFlashcardMessages()
  const errorText = useErrorText()
  const { data: faces, error, refetch } = useQuery(cardQuery(card.questionId))
  const [turned, setTurned] = useState(false)
  const rating = useRating(card, onRated)
  const heading = useRef<HTMLHeadingElement>(null)
  // The first card comes with its page, which has the focus already.
  useEffect(() => {
    if (!isFirst) heading.current?.focus({ preventScroll: true })
  }, [isFirst])

  const turn = () => faces && setTurned(true)
  const rate = (value: CardRating) => turned && !rating.isPending && rating.mutate(value)
  useCardKeys({ onTurn: turn, onRate: (value) => rate(value as CardRating) })

  return (
    <article aria-labelledby="card">
      <p className={styles.tags}>
        <Tag>{card.category}</Tag>
      </p>
      <h1 id="card" ref={heading} tabIndex={-1} dir="auto" className={styles.title}>
        <InlineCode text={card.title} />
      </h1>
      {!faces && error && (
        <LoadFailed title={messages.cardFailed} error={error} onRetry={() => void refetch()} />
      )}
      {!faces && !error && <Skeleton heights={[4, 8]} />}
      {faces && (
        <>
          <Markdown text={faces.question.content} />
          {!turned && faces.options.length > 0 && (
            <ul className={styles.options}>
              {faces.options.map((option) => (
                <li key={option.id}>
                  <Markdown text={option.text} compact />
                </li>
              ))}
            </ul>
          )}
          {turned && <CardBack faces={faces} />}
        </>
      )}
      {rating.isError && rating.variables && (
        <Alert
          tone="error"
          title={messages.saveFailed}
          action={
            <Button onClick={() => rating.variables && rating.mutate(rating.variables)}>
              {common.retry}
            </Button>
          }
        >
          {errorText(rating.error)}
        </Alert>
      )}
      <div className={styles.foot}>
        {turned ? (
          <Ratings card={card} pending={rating.isPending} onRate={rate} />
        ) : (
          <>
            <Button variant="ghost" onClick={onSkip}>
              {messages.skip}
            </Button>
            {faces && (
              <Button variant="primary" onClick={turn}>
                {messages.show} <kbd aria-hidden>␣</kbd>
              </Button>
            )}
          </>
        )}
      </div>
      <p className={styles.keys}>{messages.keys}</p>
    </article>
  )
}
