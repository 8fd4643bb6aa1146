import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useSession } from '../../shared/api/session.ts'
import { useFormat } from '../../shared/i18n/format.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { newId } from '../../shared/new-id.ts'
import { Button, ButtonLink } from '../../shared/ui/button.tsx'
import { LoadFailed } from '../../shared/ui/load-failed.tsx'
import { Skeleton } from '../../shared/ui/skeleton.tsx'
import { Stat, Stats } from '../../shared/ui/stat.tsx'
import { gradeAnswer } from './grade-answer.ts'
import type { Graded, RunQuestion, TypedSubmission } from './grade-locally.ts'
import { usePracticeMessages } from './messages.en.ts'
import { type MockChoice, MockQuestions } from './mock-questions.tsx'
import { MockReview } from './mock-review.tsx'
import styles from './mock-test.module.css'
import { NothingToPractice } from './run-end.tsx'
import { runQuery } from './run-query.ts'
import type { SessionSettings } from './session-settings.ts'

/** A timed test with the results at the end. */
export default function MockTest({
  settings,
  seed,
  chooser,
  onRestart,
}: {
  settings: SessionSettings
  seed: string
  chooser: ReactNode
  onRestart: () => void
}) {
  const { practice } = useMessages()
  const messages = usePracticeMessages()
  const format = useFormat()
  const queryClient = useQueryClient()
  const uid = useSession()?.uid ?? null
  const { data, error, refetch } = useQuery(runQuery(settings, seed, uid))
  // Open-ended questions need the learner's own rating, which a test can't include.
  const questions = data?.filter(({ options, prompt }) => options.length > 0 || prompt)
  const [begun, setBegun] = useState(false)
  const [answers, setAnswers] = useState<readonly MockChoice[]>()
  const [results] = useState(() => new Map<string, Promise<Graded | null>>())
  const seconds = questions?.reduce((sum, { timeLimit }) => sum + timeLimit, 0) ?? 0

  // Each answer is sent at once, and its result is withheld until the end.
  const send = (question: RunQuestion, { selected, timeSpent }: MockChoice, typed?: TypedSubmission) => {
    const submission = { selectedOptionIds: [...selected], ...typed, timeSpent }
    const answering = { question, answerId: newId(), submission, settings, uid, scored: true, queryClient }
    results.set(
      question.id,
      gradeAnswer(answering).catch(() => null),
    )
  }
  if (questions && begun && !answers) {
    return <MockQuestions questions={questions} seconds={seconds} onAnswer={send} onEnd={setAnswers} />
  }
  if (questions && answers)
    return <MockResult questions={questions} answers={answers} grading={results} onRestart={onRestart} />
  return (
    <div className={styles.column}>
      {chooser}
      {error && !questions && (
        <LoadFailed title={practice.loadFailed} error={error} onRetry={() => void refetch()} />
      )}
      {!error && !questions && <Skeleton heights={[2.5, 6]} />}
      {questions?.length === 0 && <NothingToPractice mode="mock" />}
      {questions && questions.length > 0 && (
        <section aria-labelledby="mock" className={styles.intro}>
          <h1 id="mock">{messages.mockTitle}</h1>
          <p>{messages.mockIntro(format.number(questions.length), format.duration(seconds))}</p>
          <p className={styles.rules}>{messages.mockRules}</p>
          <Button variant="primary" onClick={() => setBegun(true)}>
            {messages.mockStart}
          </Button>
        </section>
      )}
    </div>
  )
}

/** The result of a test: the score weighted by question, and each question with its answer. */
function MockResult({
  questions,
  answers,
  grading,
  onRestart,
}: {
  questions: readonly RunQuestion[]
  answers: readonly MockChoice[]
  /** By question; null if grading failed. */
  grading: ReadonlyMap<string, Promise<Graded | null>>
  onRestart: () => void
}) {
  const { practice } = useMessages()
  const messages = usePracticeMessages()
  const format = useFormat()
  const heading = useRef<HTMLHeadingElement>(null)
  const [results, setResults] = useState<ReadonlyMap<string, Graded | null>>()
  useEffect(() => {
    heading.current?.focus()
    let current = true
    void Promise.all([...grading].map(async ([id, graded]) => [id, await graded] as const)).then(
      (entries) => current && setResults(new Map(entries)),
    )
    return () => {
      current = false
    }
  }, [grading])

  const right = questions.filter(({ id }) => results?.get(id)?.isCorrect)
  const points = right.reduce((sum, question) => sum + question.points, 0)
  const all = questions.reduce((sum, question) => sum + question.points, 0)
  return (
    <section aria-labelledby="mock-result" className={styles.column}>
      <h1 id="mock-result" ref={heading} tabIndex={-1}>
        {messages.mockResultTitle}
      </h1>
      {!results && <Skeleton heights={[6]} />}
      {results && (
        <>
          <Stats>
            <Stat
              label={messages.mockScore}
              value={format.percent(all === 0 ? 0 : (points / all) * 100)}
              line={messages.mockScoreLine(format.number(points), format.number(all))}
              lit
            />
            <Stat
              label={practice.rightCount}
              value={format.number(right.length)}
              line={practice.position(format.number(right.length), format.number(questions.length))}
            />
            <Stat
              label={practice.time}
              value={format.stopwatch(answers.reduce((sum, { timeSpent }) => sum + timeSpent, 0))}
            />
          </Stats>
          <MockReview questions={questions} answers={answers} results={results} />
        </>
      )}
      <div className={styles.actions}>
        <Button variant="primary" onClick={onRestart}>
          {messages.mockAction}
        </Button>
        <ButtonLink to="/practice">{practice.otherModes}</ButtonLink>
      </div>
    </section>
  )
}
