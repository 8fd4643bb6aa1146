import type { CardRating } from '@rehearse/contracts'
import { useEffect, useRef } from 'react'
import { useFormat } from '../../shared/i18n/format.ts'
import { Button, ButtonLink } from '../../shared/ui/button.tsx'
import { Figure, Figures } from '../../shared/ui/figure.tsx'
import { useFlashcardMessages } from './flashcard-messages.ts'
import styles from './sitting.module.css'

/** After the last card: how it went, what comes tomorrow, and the ways on. */
export function SittingEnd({
  ratings,
  waiting,
  tomorrow,
  onAgain,
}: {
  ratings: readonly CardRating[]
  waiting: number
  tomorrow: number
  onAgain: () => void
}) {
  const messages = useFlashcardMessages()
  const format = useFormat()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const again = ratings.filter((rating) => rating === 1).length
  const left = waiting + again
  const known = ratings.length === 0 ? 0 : ((ratings.length - again) / ratings.length) * 100
  return (
    <section aria-labelledby="sitting-end" className={styles.column}>
      <h1 id="sitting-end" ref={heading} tabIndex={-1}>
        {left > 0 ? messages.endMoreTitle : messages.endTitle}
      </h1>
      <p className={styles.text}>
        {ratings.length === 0 ? messages.endNone : messages.endText(ratings.length)}
      </p>
      {ratings.length > 0 && (
        <Figures>
          <Figure label={messages.reviewed} value={format.number(ratings.length)} lit />
          <Figure
            label={messages.known}
            value={format.percent(known)}
            line={messages.position(format.number(ratings.length - again), format.number(ratings.length))}
          />
          <Figure
            label={messages.tomorrow}
            value={format.number(tomorrow)}
            line={messages.tomorrowLine(tomorrow)}
          />
        </Figures>
      )}
      <div className={styles.actions}>
        {left > 0 && (
          <Button variant="primary" onClick={onAgain}>
            {messages.more(left)}
          </Button>
        )}
        <ButtonLink to="/questions" variant={left > 0 ? 'plain' : 'primary'}>
          {messages.emptyAction}
        </ButtonLink>
        <ButtonLink to="/progress" variant="ghost">
          {messages.toProgress}
        </ButtonLink>
      </div>
    </section>
  )
}
