import type { CardRating, Flashcard } from '@rehearse/contracts'
import { useFormat } from '../../shared/i18n/format.ts'
import styles from './card.module.css'
import { useFlashcardMessages } from './flashcard-messages.ts'

/** The four ratings, each with when the card would come back. */
export function Ratings({
  card,
  pending,
  onRate,
}: {
  card: Flashcard
  pending: boolean
  onRate: (rating: CardRating) => void
}) {
  const messages = useFlashcardMessages()
  const format = useFormat()
  return (
    <fieldset className={styles.ratings}>
      <legend className={styles.ask}>{messages.ask}</legend>
      {card.ratings.map(({ rating, interval }) => (
        <button
          key={rating}
          type="button"
          aria-disabled={pending || undefined}
          className={styles.rating}
          onClick={() => !pending && onRate(rating)}
        >
          <kbd aria-hidden>{rating}</kbd>
          <span className={styles.word}>{messages.ratings[rating]}</span>
          <span className="visually-hidden">{messages.comesBack}</span>
          <span data-numeric className={styles.interval}>
            {format.interval(interval)}
          </span>
        </button>
      ))}
    </fieldset>
  )
}
