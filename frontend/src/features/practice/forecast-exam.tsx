import type { MockExam } from '@rehearse/contracts'
import { EXAM_QUESTIONS, FORECAST_MIN } from '@rehearse/contracts/constants'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { learnerData } from '../../shared/account/account-data.ts'
import { LearnerOnly } from '../../shared/account/learner-only.tsx'
import { useOwnWrite } from '../../shared/account/use-own-write.ts'
import { ApiError } from '../../shared/api/api-error.ts'
import { learnerApi } from '../../shared/api/client.ts'
import { interviewQuery } from '../../shared/api/interview.ts'
import { refetchProgress } from '../../shared/api/progress.ts'
import { useFormat } from '../../shared/i18n/format.ts'
import { forecastQuery } from '../../shared/interview/change-interview.ts'
import { WhyExam } from '../../shared/interview/why-exam.tsx'
import { newId } from '../../shared/new-id.ts'
import { Alert } from '../../shared/ui/alert.tsx'
import { Button, ButtonLink } from '../../shared/ui/button.tsx'
import { LoadFailed, useErrorText } from '../../shared/ui/load-failed.tsx'
import { Page, PageTitle } from '../../shared/ui/page.tsx'
import { Skeleton } from '../../shared/ui/skeleton.tsx'
import { useExamMessages } from './exam-messages.en.ts'
import { type Graded, gradedOf, gradeLocally, type RunQuestion, translated } from './grade-locally.ts'
import { type MockChoice, MockQuestions, type MockState } from './mock-questions.tsx'
import { MockReview } from './mock-review.tsx'
import styles from './mock-test.module.css'
import { readQuestions } from './read-questions.ts'

/** An exam under way, stored on this device after each question: with its questions, so that it continues offline. */
interface SavedExam extends MockState {
  examId: string
  questions: readonly RunQuestion[]
  /** Whether it only has to be sent. */
  isOver?: boolean
}

const stored = learnerData('mock_exam')

/** A mock exam on questions that the learner has never seen. It tests the forecast that was made before it. */
export function ForecastExam() {
  const messages = useExamMessages()
  return (
    <LearnerOnly title={messages.title} words={messages.visitor}>
      {({ uid }) => <Exam uid={uid} />}
    </LearnerOnly>
  )
}

function Exam({ uid }: { uid: string }) {
  const messages = useExamMessages()
  const queryClient = useQueryClient()
  const [saved, setSaved] = useState(() => stored.read() as SavedExam | null)
  const [isRunning, setRunning] = useState(false)
  const keep = (exam: SavedExam) => {
    stored.write(exam)
    setSaved(exam)
  }
  const finishing = useOwnWrite({
    mutationFn: (exam: SavedExam) =>
      finish(exam).catch((error: unknown) => {
        // It no longer exists, so it can't be sent.
        if (error instanceof ApiError && error.status === 404) stored.remove()
        throw error
      }),
    onSuccess: () => {
      stored.remove()
      refetchProgress(queryClient, uid)
    },
  })
  const end = (exam: SavedExam, answers: readonly MockChoice[]) => {
    const over = { ...exam, answers, isOver: true }
    keep(over)
    setRunning(false)
    finishing.mutate(over)
  }

  if (finishing.data && saved) return <ExamResult uid={uid} answers={saved.answers} result={finishing.data} />
  if (saved && isRunning) {
    return (
      <>
        <PageTitle>{messages.title}</PageTitle>
        <MockQuestions
          questions={saved.questions}
          seconds={secondsOf(saved.questions)}
          start={saved}
          finishLabel={messages.finish}
          onMove={(state) => stored.write({ ...saved, ...state })}
          onEnd={(answers) => end(saved, answers)}
        />
      </>
    )
  }
  return (
    <Page title={messages.title}>
      {saved?.isOver ? (
        <Sending
          error={finishing.error}
          isPending={finishing.isPending}
          onSend={() => finishing.mutate(saved)}
        />
      ) : saved ? (
        <Interrupted exam={saved} onContinue={() => setRunning(true)} />
      ) : (
        <Introduction
          uid={uid}
          onBegin={(exam) => {
            keep(exam)
            setRunning(true)
          }}
        />
      )}
    </Page>
  )
}

const secondsOf = (questions: readonly RunQuestion[]) =>
  questions.reduce((sum, { timeLimit }) => sum + timeLimit, 0)

/** What the exam is, and the button that starts it, or that continues one started on another device. */
function Introduction({ uid, onBegin }: { uid: string; onBegin: (exam: SavedExam) => void }) {
  const messages = useExamMessages()
  const format = useFormat()
  const errorText = useErrorText()
  const { data: forecast } = useQuery(forecastQuery(uid))
  const { data: interview } = useQuery(interviewQuery(uid))
  const isOpen = forecast?.tests.some(({ testedAt }) => testedAt === null)
  const reserved = interview?.reservedIds.length
  const starting = useOwnWrite({ mutationFn: () => begin(reserved), onSuccess: onBegin })
  const isRefused = starting.error instanceof ApiError && starting.error.status === 409
  /** Known before it is asked for. */
  const isMissing =
    forecast !== undefined &&
    interview !== undefined &&
    isOpen === false &&
    (forecast.overall === null || (reserved ?? 0) < EXAM_QUESTIONS.min)
  const missing = messages.refused(format.number(FORECAST_MIN), format.number(EXAM_QUESTIONS.min))
  return (
    <section aria-label={messages.title} className={styles.intro}>
      <p>{messages.intro}</p>
      <p className={styles.rules}>{messages.rules}</p>
      {isMissing && !starting.error && <Alert tone="info">{missing}</Alert>}
      {starting.error && (
        <Alert tone={isRefused ? 'info' : 'error'}>
          {errorText(starting.error, isRefused ? missing : messages.startFailed)}
        </Alert>
      )}
      <div className={styles.actions}>
        {!isRefused && !isMissing && (
          <Button variant="primary" pending={starting.isPending} onClick={() => starting.mutate()}>
            {isOpen ? messages.resume : messages.start}
          </Button>
        )}
        <ButtonLink to="/interview/forecast">{messages.back}</ButtonLink>
      </div>
    </section>
  )
}

/** After a reload: where it stopped. */
function Interrupted({ exam, onContinue }: { exam: SavedExam; onContinue: () => void }) {
  const messages = useExamMessages()
  const format = useFormat()
  const { questions, position, passed } = exam
  const left = Math.max(0, secondsOf(questions) - passed)
  return (
    <section aria-label={messages.title} className={styles.intro}>
      <p data-numeric>
        {messages.interrupted(
          format.number(position + 1),
          format.number(questions.length),
          format.stopwatch(left),
        )}
      </p>
      <div className={styles.actions}>
        <Button variant="primary" onClick={onContinue}>
          {messages.resume}
        </Button>
        <ButtonLink to="/interview/forecast">{messages.back}</ButtonLink>
      </div>
    </section>
  )
}

/** Between the last answer and the result; offline it waits here. */
function Sending({
  error,
  isPending,
  onSend,
}: {
  error: Error | null
  isPending: boolean
  onSend: () => void
}) {
  const messages = useExamMessages()
  const errorText = useErrorText()
  if (isPending) return <Skeleton heights={[6, 12]} />
  return (
    <Alert
      tone={error ? 'error' : 'info'}
      title={messages.unsentTitle}
      action={<Button onClick={onSend}>{messages.send}</Button>}
    >
      <p>{messages.unsentText}</p>
      {error && <p>{errorText(error)}</p>}
    </Alert>
  )
}

/** The forecast, the result, and every question with its answer. */
function ExamResult({
  uid,
  answers,
  result: { exam, correct, total, results },
}: {
  uid: string
  answers: readonly MockChoice[]
  result: Finished
}) {
  const messages = useExamMessages()
  const format = useFormat()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const { data, error, refetch } = useQuery({
    queryKey: ['practice', 'exam', exam.examId],
    queryFn: ({ signal }) => readQuestions(exam.questionIds, { seed: '', uid, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const percent = (share: number) => format.percent(share * 100)
  const graded = new Map(
    data?.map((question): [string, Graded | null] => {
      const own = results.find(({ questionId }) => questionId === question.id)?.result
      // Without an answer it shows the solution.
      const none = { selectedOptionIds: [], timeSpent: 0 }
      return [question.id, own ? translated(question, gradedOf(own)) : (gradeLocally(question, none) ?? null)]
    }),
  )
  const missed = results.filter(({ result }) => result && !result.isCorrect)
  return (
    <section aria-labelledby="exam-result" className={styles.column}>
      <PageTitle>{messages.title}</PageTitle>
      <h1 id="exam-result" ref={heading} tabIndex={-1} data-numeric>
        {messages.result(percent(correct / total))}
      </h1>
      <p data-numeric>
        {messages.predicted(percent(exam.predicted), percent(exam.low), percent(exam.high))}{' '}
        {messages.correct(format.number(correct), format.number(total))} <WhyExam label={messages.title} />
      </p>
      <p className={styles.rules}>{messages.kept}</p>
      <div className={styles.actions}>
        <ButtonLink to="/interview/forecast" variant="primary">
          {messages.back}
        </ButtonLink>
        {missed.length > 0 && (
          <ButtonLink to={`/flashcards?questions=${missed.map(({ questionId }) => questionId).join(',')}`}>
            {messages.flashcards(missed.length)}
          </ButtonLink>
        )}
      </div>
      {error && !data && <LoadFailed error={error} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton heights={[3, 3, 3, 3]} />}
      {data && <MockReview questions={data} answers={answers} results={graded} />}
    </section>
  )
}

const zone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

/** Draws the questions, or gets those of an exam that is under way. They come without their keys. */
async function begin(reserved: number | undefined): Promise<SavedExam> {
  const { examId, questionIds } = await draw(
    Math.min(EXAM_QUESTIONS.default, reserved ?? EXAM_QUESTIONS.default),
  )
  const signal = new AbortController().signal
  const questions = await readQuestions(questionIds, { seed: '', uid: null, signal })
  return { examId, questions, answers: [], position: 0, passed: 0 }
}

async function draw(count: number): Promise<MockExam> {
  const body = { examId: newId(), count: Math.max(EXAM_QUESTIONS.min, count), timeZone: zone() }
  return (await learnerApi.post('/api/progress/forecast/exams', { body })).exam
}

type Finished = Awaited<ReturnType<typeof finish>>

const finish = ({ examId, questions, answers }: SavedExam) =>
  learnerApi.post(`/api/progress/forecast/exams/${examId}/finish`, {
    body: {
      answers: answers.map(({ questionId, selected, response, timeSpent }) => ({
        questionId,
        questionVersion: questions.find(({ id }) => id === questionId)?.version,
        ...(response ? { response } : { selectedOptionIds: selected }),
        timeSpent,
      })),
      timeZone: zone(),
    },
  })
