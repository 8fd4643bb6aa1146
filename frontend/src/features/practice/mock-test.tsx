import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useSession } from '../../shared/api/session.ts'
import { useFormat } from '../../shared/i18n/format.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { Button } from '../../shared/ui/button.tsx'
import { LoadFailed } from '../../shared/ui/load-failed.tsx'
import { Skeleton } from '../../shared/ui/skeleton.tsx'
import { type MockAnswer, MockQuestions } from './mock-questions.tsx'
import { MockResult } from './mock-result.tsx'
import styles from './mock-test.module.css'
import NothingToPractise from './nothing-to-practise.tsx'
import { usePracticeMessages } from './practice-messages.ts'
import type { Round } from './round.ts'
import { runQuery } from './run-query.ts'

/** Some questions against one clock, with the results at the end. */
export default function MockTest({
  round,
  seed,
  chooser,
  onAgain,
}: {
  round: Round
  seed: string
  chooser: ReactNode
  onAgain: () => void
}) {
  const { practice } = useMessages()
  const messages = usePracticeMessages()
  const format = useFormat()
  const uid = useSession()?.uid ?? null
  const { data, error, refetch } = useQuery(runQuery(round, seed, uid))
  // Only the learner could judge these, and not before the end.
  const questions = data?.filter(({ options }) => options.length > 0)
  const [begun, setBegun] = useState(false)
  const [answers, setAnswers] = useState<readonly MockAnswer[]>()
  const seconds = questions?.reduce((sum, { timeLimit }) => sum + timeLimit, 0) ?? 0

  if (questions && begun && !answers) {
    return <MockQuestions questions={questions} seconds={seconds} round={round} onEnd={setAnswers} />
  }
  if (questions && answers) return <MockResult questions={questions} answers={answers} onAgain={onAgain} />
  return (
    <div className={styles.column}>
      {chooser}
      {error && !questions && (
        <LoadFailed title={practice.loadFailed} error={error} onRetry={() => void refetch()} />
      )}
      {!error && !questions && <Skeleton heights={[2.5, 6]} />}
      {questions?.length === 0 && <NothingToPractise mode="mock" />}
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
