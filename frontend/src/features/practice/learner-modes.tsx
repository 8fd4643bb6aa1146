import { coursePage } from '@rehearse/contracts/progress/learner-pages'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { courseQuery } from '../../shared/api/courses.ts'
import { useSession } from '../../shared/api/session.ts'
import { useFormat } from '../../shared/i18n/format.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { Button, ButtonLink } from '../../shared/ui/button.tsx'
import { EmptyState } from '../../shared/ui/empty-state.tsx'
import { useSignInPrompt } from '../../shared/ui/sign-in-prompt.ts'
import { usePracticeMessages } from './messages.en.ts'
import styles from './run.module.css'
import { startedPlansQuery } from './select-by-mode.ts'
import type { Mode, SessionSettings } from './session-settings.ts'

/** Shown to a visitor in a mode that needs an account. */
export function LearnersOnly() {
  const { account, practice } = useMessages()
  const messages = usePracticeMessages()
  const ask = useSignInPrompt((state) => state.ask)
  return (
    <>
      <h1 className="visually-hidden">{practice.title}</h1>
      <EmptyState
        title={messages.needsLearnerTitle}
        text={messages.needsLearnerText}
        action={
          <>
            <Button variant="primary" onClick={() => ask()}>
              {account.signIn}
            </Button>
            <ButtonLink to="/questions">{messages.toFree}</ButtonLink>
          </>
        }
      />
    </>
  )
}

/** The title of a mode without filters. */
export function ModeTitle({ settings }: { settings: SessionSettings }) {
  const messages = usePracticeMessages()
  const format = useFormat()
  const { data: plans } = useQuery(startedPlansQuery(useSession()?.uid))
  const titles: Partial<Record<Mode, string>> = {
    review: messages.reviewTitle,
    bookmarks: messages.bookmarksTitle,
    one: settings.questionId?.includes(',') ? messages.chosenTitle : messages.oneTitle,
    list: messages.listTitle,
    interview: messages.interviewTitle,
  }
  if (settings.mode === 'step') return <StepTitle settings={settings} />
  const title = titles[settings.mode]
  if (title) return <p className={styles.title}>{title}</p>
  const plan = plans?.find(({ planId }) => planId === settings.planId)
  return (
    <p className={styles.title}>
      {plan
        ? messages.guidedDay(plan.name, format.number(plan.currentDay ?? 1), format.number(plan.duration))
        : messages.guidedTitle}
    </p>
  )
}

/** The title of the practiced step, with a link back to its lesson. */
function StepTitle({ settings: { filters, stepId } }: { settings: SessionSettings }) {
  const messages = usePracticeMessages()
  const { learningPath = '' } = filters
  const { data: path } = useQuery(courseQuery(learningPath))
  const step = path?.steps.find(({ id }) => id === stepId)
  return (
    <p className={styles.title}>
      {path && step ? (
        <Link to={coursePage(path.id, step.id)} dir="auto">
          {step.title}
        </Link>
      ) : (
        messages.stepTitle
      )}
    </p>
  )
}
