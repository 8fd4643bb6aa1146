import type {
  CardRating,
  Flashcard,
  PublicQuestion,
  QuestionAnswer,
  QuestionPrompt,
  ReviewInput,
} from '@rehearse/contracts'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useOwnWrite } from '../../shared/account/use-own-write.ts'
import { inOwnLanguage } from '../../shared/api/catalog.ts'
import { learnerApi } from '../../shared/api/client.ts'
import { updateProgress } from '../../shared/api/progress.ts'
import { useFormat } from '../../shared/i18n/format.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { newId } from '../../shared/new-id.ts'
import { Alert } from '../../shared/ui/alert.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { InEnglish } from '../../shared/ui/in-english.tsx'
import { Loading, useErrorText } from '../../shared/ui/load-failed.tsx'
import { InlineCode } from '../../shared/ui/markdown/inline-code.tsx'
import { Markdown } from '../../shared/ui/markdown/markdown.tsx'
import { OptionText } from '../../shared/ui/markdown/option-text.tsx'
import { Tag } from '../../shared/ui/tag.tsx'
import { solutionLines } from '../../shared/ui/typed-solution.tsx'
import styles from './card.module.css'
import { useFlashcardMessages } from './messages.en.ts'
import { WhyThisDate } from './why-this-date.tsx'

/** One card: the question, then the answer and the ratings. */
export function Card({
  uid,
  card,
  isFirst,
  onRated,
  onSkip,
  onRescheduled,
}: {
  uid: string
  card: Flashcard
  isFirst: boolean
  onRated: (rating: CardRating, card: Flashcard) => void
  onSkip: () => void
  onRescheduled: () => void
}) {
  const { common } = useMessages()
  const messages = useFlashcardMessages()
  const errorText = useErrorText()
  const query = useQuery(cardQuery(card.questionId))
  const { data: faces } = query
  const [turned, setTurned] = useState(false)
  const rating = useRating(card, onRated)
  const heading = useRef<HTMLHeadingElement>(null)
  // The first card appears with its page, which already has the focus.
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
        {faces && !faces.question.language && <InEnglish />}
      </p>
      <h1 id="card" ref={heading} tabIndex={-1} dir="auto" className={styles.title}>
        <InlineCode text={card.title} />
      </h1>
      <Loading query={query} title={messages.cardFailed} heights={[4, 8]} />
      {faces && (
        <>
          <Markdown text={faces.question.content} />
          {!turned && faces.options.length > 0 && (
            <ul className={styles.options}>
              {faces.options.map((option) => (
                <li key={option.id}>
                  <OptionText text={option.text} />
                </li>
              ))}
            </ul>
          )}
          {!turned && faces.question.prompt?.kind === 'pairs' && <Sides prompt={faces.question.prompt} />}
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
      <WhyThisDate uid={uid} card={card} onRescheduled={onRescheduled} />
    </article>
  )
}

const typing = 'input, textarea, select, [contenteditable=true]'

/**
 * Space turns the card, 1 to 4 rate it, wherever the focus is; ignored while the user types and while a dialog is
 * open.
 */
function useCardKeys({ onTurn, onRate }: { onTurn: () => void; onRate: (rating: number) => void }) {
  const handle = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return
    const target = event.target instanceof Element ? event.target : document.body
    if (target.closest(typing) || document.querySelector('[role=dialog], [role=alertdialog]')) return
    if (event.key === ' ' && !target.closest('a, button, summary')) {
      event.preventDefault()
      onTurn()
    } else if (/^[1-4]$/.test(event.key)) {
      event.preventDefault()
      onRate(Number(event.key))
    }
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => handle(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}

/** Submits a card's rating: recorded once, however often it is sent. */
function useRating(card: Flashcard, onRated: (rating: CardRating, card: Flashcard) => void) {
  const queryClient = useQueryClient()
  const [reviewId] = useState(newId)
  return useOwnWrite({
    mutationFn: (rating: CardRating) =>
      learnerApi.post(`/api/progress/reviews/${card.questionId}`, {
        body: {
          reviewId,
          rating,
          timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
        } satisfies ReviewInput,
      }),
    onSuccess: ({ review, progress }, rating) => {
      updateProgress(queryClient, progress)
      onRated(rating, review)
    },
  })
}

/** Both sides of a matching question, before they are matched. */
function Sides({ prompt: { left, right } }: { prompt: Extract<QuestionPrompt, { kind: 'pairs' }> }) {
  return [left, right].map((items) => (
    <ul key={items === left ? 'left' : 'right'} className={styles.options}>
      {items.map(({ id, text }) => (
        <li key={id}>{items === left ? <OptionText text={text} /> : <bdi>{text}</bdi>}</li>
      ))}
    </ul>
  ))
}

/** The answer. Takes the focus, so that screen readers read it next. */
function CardBack({ faces: { options, answer, explanation } }: { faces: CardFaces }) {
  const messages = useFlashcardMessages()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  const right = [
    ...options
      .filter(({ isCorrect }) => isCorrect)
      .map(({ id, text }) => ({ key: id, line: <OptionText text={text} /> })),
    ...(answer ? solutionLines(answer) : []),
  ]
  return (
    <section aria-labelledby="card-answer" className={styles.back}>
      <h2 id="card-answer" ref={heading} tabIndex={-1}>
        {messages.answer}
      </h2>
      {right.length > 0 && (
        <ul aria-label={messages.rightOptions} className={`plain-list ${styles.right}`}>
          {right.map(({ key, line }) => (
            <li key={key}>
              <Check aria-hidden size={18} />
              <span>{line}</span>
            </li>
          ))}
        </ul>
      )}
      {explanation && <Markdown text={explanation} />}
    </section>
  )
}

/** The four ratings, each with the card's next due date. */
function Ratings({
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

interface CardFaces {
  question: Pick<PublicQuestion, 'content' | 'language' | 'prompt'>
  answer: QuestionAnswer | null
  options: readonly { id: string; text: string; isCorrect: boolean }[]
  explanation: string
}

/** Both sides of a card: a learner may see the answers to questions they have answered. */
export const cardQuery = (questionId: string) =>
  queryOptions({
    queryKey: ['flashcards', questionId, inOwnLanguage().language],
    queryFn: async ({ signal }): Promise<CardFaces> => {
      const { data } = await learnerApi.get(`/api/questions/unified/${questionId}`, {
        query: { ...inOwnLanguage(), include: 'answers' },
        signal,
      })
      if (!('explanation' in data)) throw new Error('the question came without its answers')
      const { options, explanation, answer = null } = data
      return { question: data, options, explanation, answer }
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
