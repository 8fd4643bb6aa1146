import type { Flashcard } from '@rehearse/contracts'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useScheduleMessages } from '../../shared/flashcards/messages.en.ts'
import { cardSettingsQuery, ScheduleSettings } from '../../shared/flashcards/schedule-settings.tsx'
import { useFormat } from '../../shared/i18n/format.ts'
import { Disclosure } from '../../shared/ui/disclosure.tsx'
import { Skeleton } from '../../shared/ui/skeleton.tsx'
import { useFlashcardMessages } from './messages.en.ts'
import styles from './why-this-date.module.css'

/** Why a card is due now, and the retention that all due dates depend on. */
export function WhyThisDate({
  uid,
  card,
  onRescheduled,
}: {
  uid: string
  card: Flashcard
  onRescheduled: () => void
}) {
  const messages = useFlashcardMessages()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div className={styles.why}>
      <Disclosure title={messages.whyThisDate} onToggle={setIsOpen}>
        {isOpen && (
          <Suspense fallback={<Skeleton heights={[4, 6]} />}>
            <Reasons uid={uid} card={card} />
            <ScheduleSettings uid={uid} onRescheduled={onRescheduled} />
          </Suspense>
        )}
      </Disclosure>
    </div>
  )
}

function Reasons({ uid, card }: { uid: string; card: Flashcard }) {
  const messages = useScheduleMessages()
  const format = useFormat()
  const { data: settings } = useQuery(cardSettingsQuery(uid))
  const [now] = useState(Date.now)
  const backOn = Date.parse(card.due) <= now ? messages.cameBack : messages.comesBack
  const isLearning = card.state === 'learning' || card.state === 'relearning'
  return (
    <ul className={`plain-list ${styles.reasons}`}>
      <li>{messages.lastReview(format.date(card.lastReviewedAt))}</li>
      {isLearning ? (
        <li>{messages.learning}</li>
      ) : (
        <>
          <li>{messages.fades(Math.max(1, Math.round(card.stability)))}</li>
          {settings && <li>{backOn(format.percent(settings.retention), format.date(card.due))}</li>}
        </>
      )}
      <li>{messages.now(format.percent(card.recall))}</li>
    </ul>
  )
}
