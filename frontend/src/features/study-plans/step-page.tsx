import { stepPassedAt } from '@rehearse/contracts/constants'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link, useParams } from 'react-router'
import { keepLearningPath, useProfile } from '../../shared/account/profile.ts'
import { learnerApi } from '../../shared/api/client.ts'
import { courseQuery, courseStateQuery } from '../../shared/api/courses.ts'
import { useSession } from '../../shared/api/session.ts'
import { useFormat } from '../../shared/i18n/format.ts'
import { Alert } from '../../shared/ui/alert.tsx'
import { Button, ButtonLink } from '../../shared/ui/button.tsx'
import { InEnglish } from '../../shared/ui/in-english.tsx'
import { Loading, useErrorText } from '../../shared/ui/load-failed.tsx'
import { MarkdownWithDiagrams } from '../../shared/ui/markdown/diagram.tsx'
import { Page } from '../../shared/ui/page.tsx'
import styles from './course.module.css'
import { useCourseMessages } from './course-messages.en.ts'
import { LessonEnd } from './lesson-end.tsx'
import { StepChallenges } from './step-challenges.tsx'
import { countStates, practiceLabel, stepPractice } from './step-practice.ts'

/** A step of a learning path: its lesson, and its questions. */
export function StepPage() {
  const messages = useCourseMessages()
  const format = useFormat()
  const { pathId = '', stepId = '' } = useParams()
  const uid = useSession()?.uid
  const query = useQuery(courseQuery(pathId))
  const { data: path } = query
  useChosenPath(path?.id)
  const at = path?.steps.findIndex(({ id }) => id === stepId) ?? -1
  const step = path?.steps[at]
  if (!path || !step)
    return (
      <Page title={path ? messages.missingStep : messages.back}>
        {path && <ButtonLink to={`/learning-paths/${pathId}`}>{messages.toPath}</ButtonLink>}
        <Loading query={query} title={messages.loadFailed} heights={[3, 8, 3]} />
      </Page>
    )
  return (
    <Page title={step.title} lead={step.summary}>
      <p className={styles.back}>
        <Link to={`/learning-paths/${path.id}`} dir="auto">
          {path.title}
        </Link>
        {' · '}
        <span data-numeric>{messages.stepOf(format.number(at + 1), format.number(path.steps.length))}</span>{' '}
        <InEnglish />
      </p>
      {step.lesson !== '' && (
        <article aria-label={messages.lessonTitle} dir="auto" className={styles.lesson}>
          <MarkdownWithDiagrams text={step.lesson} diagrams={path.diagrams} />
          {uid !== undefined && <LessonEnd key={step.id} uid={uid} pathId={path.id} stepId={step.id} />}
        </article>
      )}
      <StepPractice
        pathId={path.id}
        stepId={step.id}
        count={step.questionIds.length}
        next={path.steps[at + 1]}
      />
      <StepChallenges path={path} step={step} />
    </Page>
  )
}

/** The path whose step is opened is the one that Today continues. */
function useChosenPath(pathId: string | undefined): void {
  const client = useQueryClient()
  const uid = useSession()?.uid
  const { data: profile } = useProfile()
  const chosen = profile?.preferences.learningPath
  useEffect(() => {
    if (uid === undefined || pathId === undefined || chosen === undefined || chosen === pathId) return
    void keepLearningPath(client, uid, pathId)
  }, [client, uid, pathId, chosen])
}

/** The remaining questions of the step, and one button to continue. */
function StepPractice({
  pathId,
  stepId,
  count,
  next,
}: {
  pathId: string
  stepId: string
  count: number
  next: { id: string; title: string } | undefined
}) {
  const messages = useCourseMessages()
  const format = useFormat()
  const errorText = useErrorText()
  const client = useQueryClient()
  const uid = useSession()?.uid
  const { queryKey, ...query } = courseStateQuery(uid, pathId)
  const { data } = useQuery({ queryKey, ...query })
  const state = data?.steps.find(({ id }) => id === stepId)
  const completing = useMutation({
    mutationFn: () =>
      learnerApi.call(
        'POST',
        `/api/progress/paths/${encodeURIComponent(pathId)}/sections/${encodeURIComponent(stepId)}/complete`,
      ),
    onSuccess: () => client.invalidateQueries({ queryKey: ['progress'] }),
  })
  const { unseen, correct } = countStates(state)
  const size = state?.questions.length ?? count
  const isDone = state?.isCompleted === true
  return (
    <section aria-labelledby="step-questions" className={styles.practice}>
      <h2 id="step-questions">{messages.practiceTitle}</h2>
      <p data-numeric className={styles.quiet}>
        {state && unseen < state.questions.length
          ? messages.correct(format.number(correct), format.number(state.questions.length))
          : messages.stepRule(format.number(stepPassedAt(size)), format.number(size))}
        {isDone && ` · ${messages.completed}`}
      </p>
      {completing.isError && (
        <Alert tone="error" title={messages.completeFailed}>
          {errorText(completing.error, messages.completeFailed)}
        </Alert>
      )}
      <div className={styles.actions}>
        {state?.isEarned && !isDone && (
          <Button variant="primary" pending={completing.isPending} onClick={() => completing.mutate()}>
            {messages.complete}
          </Button>
        )}
        {isDone && data?.certificate && (
          <ButtonLink to={`/certificates/${data.certificate.code}`} variant="primary">
            {messages.certificate}
          </ButtonLink>
        )}
        {isDone && !data?.certificate && next && (
          <ButtonLink to={`/learning-paths/${pathId}/${next.id}`} variant="primary">
            {messages.next(next.title)}
          </ButtonLink>
        )}
        {count > 0 && (
          <ButtonLink
            to={stepPractice(pathId, stepId)}
            variant={isDone || state?.isEarned ? 'plain' : 'primary'}
          >
            {practiceLabel(messages, state, count)}
          </ButtonLink>
        )}
        <ButtonLink to={`/learning-paths/${pathId}`} variant="ghost">
          {messages.toPath}
        </ButtonLink>
      </div>
    </section>
  )
}
