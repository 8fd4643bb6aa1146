import type { CardRating, Flashcard } from '@rehearse/contracts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { LearnerOnly } from '../../shared/account/learner-only.tsx'
import { reviewsQuery } from '../../shared/api/study.ts'
import { useFormat } from '../../shared/i18n/format.ts'
import { Button, ButtonLink } from '../../shared/ui/button.tsx'
import { EmptyState } from '../../shared/ui/empty-state.tsx'
import { LoadFailed } from '../../shared/ui/load-failed.tsx'
import { Meter } from '../../shared/ui/meter.tsx'
import { Page, PageTitle } from '../../shared/ui/page.tsx'
import { Skeleton } from '../../shared/ui/skeleton.tsx'
import { Stat, Stats } from '../../shared/ui/stat.tsx'
import { whenIdle } from '../../shared/when-idle.ts'
import { Card, cardQuery } from './card.tsx'
import styles from './flashcard-session.module.css'
import { useFlashcardMessages } from './messages.en.ts'

/** The due flashcards. */
export function Flashcards() {
  const messages = useFlashcardMessages()
  const search = useSearchParams()[0]
  const selection = search.get('scope') === 'today' ? 'today' : (search.get('questions') ?? undefined)
  return (
    <LearnerOnly title={messages.title} words={messages.visitor}>
      {({ uid }) => <Due key={selection} uid={uid} selection={selection} />}
    </LearnerOnly>
  )
}

function Due({ uid, selection }: { uid: string; selection: string | undefined }) {
  const messages = useFlashcardMessages()
  const queryClient = useQueryClient()
  // The session keeps its cards: at its end the due cards are reloaded, and none may be left.
  const [session, setSession] = useState<{
    cards: readonly Flashcard[]
    waiting: number
    startedAt: number
  }>()
  // Due cards loaded by another page may have been reviewed since.
  const { data, dataUpdatedAt, error, refetch, isFetchedAfterMount } = useQuery({
    ...reviewsQuery(uid, selection),
    refetchOnMount: 'always',
    refetchOnWindowFocus: false,
  })
  if (!session && isFetchedAfterMount && data && data.reviews.length > 0) {
    const waiting = data.pagination.totalCount - data.reviews.length
    setSession({ cards: data.reviews, waiting, startedAt: dataUpdatedAt })
  }
  /** The cards of the session, with what each rating gives now. */
  const reload = async (before: NonNullable<typeof session>) => {
    const ids = before.cards.map(({ questionId }) => questionId).join(',')
    const { reviews } = await queryClient.fetchQuery(reviewsQuery(uid, ids))
    const byId = new Map(reviews.map((card) => [card.questionId, card]))
    setSession({ ...before, cards: before.cards.map((card) => byId.get(card.questionId) ?? card) })
  }
  if (session) {
    return (
      <>
        <PageTitle>{messages.title}</PageTitle>
        <FlashcardSession
          key={session.startedAt}
          due={session.cards}
          waiting={session.waiting}
          uid={uid}
          onRestart={() => void refetch().then(() => setSession(undefined))}
          onRescheduled={() => void reload(session)}
        />
      </>
    )
  }
  if (!data || !isFetchedAfterMount) {
    return (
      <Page title={messages.title}>
        {error ? (
          <LoadFailed title={messages.loadFailed} error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton heights={[2.5, 8, 3]} />
        )}
      </Page>
    )
  }
  const next = data.forecast.findIndex(({ due }) => due > 0)
  return (
    <Page title={messages.title}>
      <EmptyState
        title={messages.emptyTitle}
        text={messages.emptyText(next > 0 ? next : null)}
        action={
          <ButtonLink to="/questions" variant="primary">
            {messages.emptyAction}
          </ButtonLink>
        }
      />
    </Page>
  )
}

/** The cards due at the start, one after another. A forgotten card is due in the next session. */
function FlashcardSession({
  uid,
  due: cards,
  onRestart,
  onRescheduled,
  waiting,
}: {
  uid: string
  due: readonly Flashcard[]
  onRestart: () => void
  onRescheduled: () => void
  /** How many other cards were due. */
  waiting: number
}) {
  const messages = useFlashcardMessages()
  const format = useFormat()
  const [position, setPosition] = useState(0)
  const [ratings, setRatings] = useState<CardRating[]>([])
  const [said, setSaid] = useState('')
  const queryClient = useQueryClient()
  // Prefetched, so that the next cards show at once and offline.
  useEffect(() => {
    const load = async () => {
      for (const { questionId } of cards) await queryClient.prefetchQuery(cardQuery(questionId))
    }
    return whenIdle(() => void load())
  }, [cards, queryClient])
  const card = cards[position]
  if (!card) {
    const left = cards.length - ratings.length + waiting
    return <SessionEnd uid={uid} ratings={ratings} waiting={left} onRestart={onRestart} />
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
          uid={uid}
          card={card}
          onRescheduled={onRescheduled}
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

/** After the last card: the result, what is due tomorrow, and what to do next. */
function SessionEnd({
  uid,
  ratings,
  waiting,
  onRestart,
}: {
  uid: string
  ratings: readonly CardRating[]
  waiting: number
  onRestart: () => void
}) {
  const messages = useFlashcardMessages()
  const format = useFormat()
  // The ratings rescheduled cards, so an earlier forecast is outdated.
  const { data, isFetchedAfterMount } = useQuery({ ...reviewsQuery(uid), refetchOnMount: 'always' })
  const tomorrow = isFetchedAfterMount ? data?.forecast[1]?.due : undefined
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const again = ratings.filter((rating) => rating === 1).length
  const left = waiting + again
  const known = ratings.length === 0 ? 0 : ((ratings.length - again) / ratings.length) * 100
  return (
    <section aria-labelledby="session-end" className={styles.column}>
      <h1 id="session-end" ref={heading} tabIndex={-1}>
        {left > 0 ? messages.endMoreTitle : messages.endTitle}
      </h1>
      <p className={styles.text}>
        {ratings.length === 0 ? messages.endNone : messages.endText(ratings.length)}
      </p>
      {ratings.length > 0 && (
        <Stats>
          <Stat label={messages.reviewed} value={format.number(ratings.length)} lit />
          <Stat
            label={messages.known}
            value={format.percent(known)}
            line={messages.position(format.number(ratings.length - again), format.number(ratings.length))}
          />
          <Stat
            label={messages.tomorrow}
            value={tomorrow === undefined ? '–' : format.number(tomorrow)}
            line={tomorrow !== undefined && messages.tomorrowLine(tomorrow)}
          />
        </Stats>
      )}
      <div className={styles.actions}>
        {left > 0 && (
          <Button variant="primary" onClick={onRestart}>
            {messages.more(left)}
          </Button>
        )}
        <ButtonLink to="/questions" variant={left > 0 ? 'plain' : 'primary'}>
          {messages.emptyAction}
        </ButtonLink>
        <ButtonLink to="/progress?view=activity" variant="ghost">
          {messages.toProgress}
        </ButtonLink>
      </div>
    </section>
  )
}
