import type { CardRating, Flashcard } from '@rehearse/contracts'
import { useState } from 'react'
import { useFormat } from '../../shared/i18n/format.ts'
import { Meter } from '../../shared/ui/meter.tsx'
import { Card } from './card.tsx'
import { useFlashcardMessages } from './flashcard-messages.ts'
import styles from './sitting.module.css'
import { SittingEnd } from './sitting-end.tsx'

/** The cards that were due when it began, one after the other. What is forgotten meanwhile is due in the next. */
export function Sitting({
  due,
  onAgain,
  waiting,
  tomorrow,
}: {
  due: readonly Flashcard[]
  onAgain: () => void
  /** Cards that were due beside these. */
  waiting: number
  tomorrow: number
}) {
  const messages = useFlashcardMessages()
  const format = useFormat()
  const [cards] = useState(due)
  const [position, setPosition] = useState(0)
  const [ratings, setRatings] = useState<CardRating[]>([])
  const [said, setSaid] = useState('')
  const card = cards[position]
  if (!card) {
    const left = cards.length - ratings.length + waiting
    return <SittingEnd ratings={ratings} waiting={left} tomorrow={tomorrow} onAgain={onAgain} />
  }

  const rated = (rating: CardRating, next: Flashcard) => {
    const seconds = (new Date(next.due).getTime() - Date.now()) / 1_000
    setSaid(messages.rated(format.interval(seconds)))
    setRatings([...ratings, rating])
    setPosition(position + 1)
  }
  const place = [format.number(position + 1), format.number(cards.length)] as const
  return (
    <div className={styles.column}>
      <p data-numeric className={styles.position}>
        <span className="visually-hidden">{messages.positionLabel(...place)}</span>
        <span aria-hidden>{messages.position(...place)}</span>
        <span role="status" className={styles.said}>
          {said}
        </span>
      </p>
      <Meter label={messages.positionLabel(...place)} value={position + 1} max={cards.length} />
      <div className={styles.stage}>
        <Card
          key={card.questionId}
          card={card}
          isFirst={position === 0}
          onRated={rated}
          onSkip={() => {
            setSaid('')
            setPosition(position + 1)
          }}
        />
      </div>
    </div>
  )
}
