import type { LearningPathDetails, PathStep } from '@rehearse/contracts'
import { PATH_STEPS } from '@rehearse/contracts/constants'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { Link, useParams } from 'react-router'
import { keepLearningPath } from '../../shared/account/profile.ts'
import { courseQuery, courseStateQuery } from '../../shared/api/courses.ts'
import { usePace } from '../../shared/api/pace.ts'
import { useSession } from '../../shared/api/session.ts'
import { useFormat } from '../../shared/i18n/format.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { studyMinutes } from '../../shared/study-time.ts'
import { ButtonLink } from '../../shared/ui/button.tsx'
import { classNames } from '../../shared/ui/class-names.ts'
import { CourseGlyph } from '../../shared/ui/course-glyph.tsx'
import { EmptyState } from '../../shared/ui/empty-state.tsx'
import { InEnglish } from '../../shared/ui/in-english.tsx'
import { LoadFailed } from '../../shared/ui/load-failed.tsx'
import { Meter } from '../../shared/ui/meter.tsx'
import { Page } from '../../shared/ui/page.tsx'
import { Skeleton } from '../../shared/ui/skeleton.tsx'
import { Tag } from '../../shared/ui/tag.tsx'
import styles from './course.module.css'
import { useCourseMessages } from './course-messages.en.ts'
import { CurrentStep } from './current-step.tsx'
import { ChallengeLinks } from './step-challenges.tsx'
import { countStates, type StepState } from './step-practice.ts'

/** A learning path: its steps with their state, and one button to continue. */
export function CoursePage() {
  const messages = useCourseMessages()
  const { difficulty, common, paths: texts } = useMessages()
  const format = useFormat()
  const { pathId = '' } = useParams()
  const session = useSession()
  const queryClient = useQueryClient()
  const { data: path, error, refetch } = useQuery(courseQuery(pathId))
  const { data: state } = useQuery(courseStateQuery(session?.uid, pathId))
  if (!path)
    return (
      <Page title={messages.back}>
        {error ? (
          <LoadFailed title={messages.loadFailed} error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton heights={[3, 4, 4, 4, 4, 4]} />
        )}
      </Page>
    )
  const states = new Map(state?.steps.map((step) => [step.id, step]))
  const next = path.steps.find(({ id }) => !states.get(id)?.isCompleted)
  const percent = state?.path?.progress ?? 0
  const completed = state?.path?.completedSections.length ?? 0
  return (
    <Page
      title={path.title}
      lead={path.description}
      actions={
        state?.certificate ? (
          <ButtonLink to={`/certificates/${state.certificate.code}`} variant="primary">
            {messages.certificate}
          </ButtonLink>
        ) : (
          next && (
            <ButtonLink
              to={`/learning-paths/${path.id}/${next.id}`}
              variant="primary"
              onClick={() => session && void keepLearningPath(queryClient, session.uid, path.id)}
            >
              {state?.path ? messages.continue : messages.start}
            </ButtonLink>
          )
        )
      }
    >
      <Link to="/learning-paths" className={styles.back}>
        {messages.back}
      </Link>
      <p className={styles.tags}>
        <CourseGlyph pathId={path.id} title={path.title} />
        <Tag>{difficulty[path.difficulty]}</Tag>
        {path.questionCount > 0 && <Tag>{common.questions(path.questionCount)}</Tag>}
        {path.estimatedTime > 0 && <Tag>{texts.time(path.estimatedTime)}</Tag>}
        <InEnglish />
      </p>
      {path.steps.length === 0 ? (
        <EmptyState
          title={messages.noSteps}
          text={messages.noStepsText}
          action={
            <ButtonLink to={`/questions?learningPath=${path.id}`} variant="primary">
              {messages.practicePath}
            </ButtonLink>
          }
        />
      ) : (
        <>
          {session ? (
            <div className={styles.progress}>
              <Meter label={path.title} value={percent} />
              <p data-numeric>
                {messages.progress(
                  format.percent(percent),
                  format.number(completed),
                  format.number(Math.max(PATH_STEPS, path.steps.length)),
                )}
              </p>
              {state?.certificate && <p>{messages.finished}</p>}
            </div>
          ) : (
            <p className={styles.quiet}>{messages.visitor}</p>
          )}
          <ol aria-label={messages.stepsTitle} className={classNames('plain-list', styles.steps)}>
            {path.steps.map((step, at) => (
              <StepRow
                key={step.id}
                path={path}
                step={step}
                number={at + 1}
                state={states.get(step.id)}
                isNext={step.id === next?.id}
              />
            ))}
          </ol>
          <p className={styles.quiet}>{messages.rule}</p>
        </>
      )}
    </Page>
  )
}

function StepRow({
  path,
  step,
  number,
  state,
  isNext,
}: {
  path: LearningPathDetails
  step: PathStep
  number: number
  state: StepState | undefined
  isNext: boolean
}) {
  const messages = useCourseMessages()
  const { common } = useMessages()
  const format = useFormat()
  const pace = usePace()
  const { id, title, summary, lesson, questionIds } = step
  const { unseen, correct } = countStates(state)
  const count = state?.questions.length ?? questionIds.length
  const answered = state ? count - unseen : 0
  const line = () => {
    if (answered === 0) return common.questions(count)
    if (answered < count) return messages.questions(format.number(answered), format.number(count))
    return messages.correct(format.number(correct), format.number(count))
  }
  return (
    <li
      aria-current={isNext ? 'step' : undefined}
      className={classNames(styles.step, isNext && styles.next, state?.isCompleted && styles.past)}
    >
      <span aria-hidden className={classNames(styles.number, state?.isCompleted && styles.done)}>
        {state?.isCompleted ? <Check size={18} /> : format.number(number)}
      </span>
      <div className={styles.words}>
        <h2 className={styles.title}>
          <Link to={`/learning-paths/${path.id}/${id}`}>
            <span className="visually-hidden">{messages.step(format.number(number))}: </span>
            <bdi>{title}</bdi>
          </Link>
        </h2>
        {summary && <p dir="auto">{summary}</p>}
        <ChallengeLinks path={path} step={step} />
      </div>
      <div data-numeric className={styles.facts}>
        <p>
          {line()}
          {state?.isCompleted && ` · ${messages.completed}`}
          {isNext && answered > 0 && ` · ${messages.current}`}
        </p>
        <p>{messages.minutes(studyMinutes(lesson, count, pace))}</p>
      </div>
      {isNext && <CurrentStep pathId={path.id} step={step} state={state} />}
    </li>
  )
}
