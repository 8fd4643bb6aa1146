import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useSession } from '../../shared/api/session.ts'
import { useFormat } from '../../shared/i18n/format.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { newId } from '../../shared/new-id.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Meter } from '../../shared/ui/meter.tsx'
import { gradeAnswer } from './grade-answer.ts'
import type { Graded, RunQuestion, TypedSubmission } from './grade-locally.ts'
import { usePracticeMessages } from './messages.en.ts'
import styles from './mock-test.module.css'
import { OptionChoices } from './options.tsx'
import { QuestionHead, Tools } from './question-head.tsx'
import { usePracticeKeys, useStopwatch } from './question-hooks.ts'
import type { SessionSettings } from './session-settings.ts'
import TypedAnswer from './typed-answer.tsx'

/** The answer chosen for a question and the promise of its result; null if grading failed. */
export interface MockAnswer {
  questionId: string
  selected: readonly string[]
  response: TypedSubmission['response']
  timeSpent: number
  graded: Promise<Graded | null>
}

/**
 * The questions of a mock test. Each answer is sent at once but its result is withheld; the test ends when the time
 * is up.
 */
export function MockQuestions({
  questions,
  seconds,
  settings,
  onEnd,
}: {
  questions: readonly RunQuestion[]
  seconds: number
  settings: SessionSettings
  onEnd: (answers: readonly MockAnswer[]) => void
}) {
  const { practice } = useMessages()
  const messages = usePracticeMessages()
  const format = useFormat()
  const queryClient = useQueryClient()
  const uid = useSession()?.uid ?? null
  const [answers, setAnswers] = useState<readonly MockAnswer[]>([])
  const [position, setPosition] = useState(0)
  const [selected, setSelected] = useState<string[]>([])
  const [typed, setTyped] = useState<TypedSubmission>()
  const [begunAt, setBegunAt] = useState(0)
  const heading = useRef<HTMLHeadingElement>(null)
  const choices = useRef<HTMLFieldSetElement>(null)
  const passed = useStopwatch(true)
  const left = Math.max(0, seconds - passed)
  const question = questions[position] as RunQuestion

  const isEmpty = question.prompt ? !typed : selected.length === 0
  const withThis = (): readonly MockAnswer[] => {
    if (isEmpty) return answers
    const timeSpent = passed - begunAt
    const submission = { selectedOptionIds: selected, ...typed, timeSpent }
    const answering = { question, answerId: newId(), submission, settings, uid, scored: true, queryClient }
    const graded = gradeAnswer(answering).catch(() => null)
    return [...answers, { questionId: question.id, selected, response: typed?.response, timeSpent, graded }]
  }
  const goOn = () => {
    const all = withThis()
    if (position === questions.length - 1) return onEnd(all)
    setAnswers(all)
    setPosition(position + 1)
    setSelected([])
    setTyped(undefined)
    setBegunAt(passed)
  }
  const end = useEffectEvent(() => onEnd(withThis()))
  useEffect(() => {
    if (left === 0) end()
  }, [left])
  useEffect(() => {
    if (position >= 0) heading.current?.focus()
  }, [position])
  usePracticeKeys({
    onChoose: (at) => {
      const choice = choices.current?.querySelectorAll('input')[at]
      choice?.click()
      choice?.focus()
    },
    onEnter: goOn,
    onNext: goOn,
    onHelp: () => undefined,
  })

  const label = practice.positionLabel(format.number(position + 1), format.number(questions.length))
  const isLast = position === questions.length - 1
  return (
    <div className={styles.column}>
      <div className={styles.bar}>
        <span data-numeric>{label}</span>
        <span role="timer" data-numeric className={left <= 30 ? styles.soon : undefined}>
          {messages.mockLeft} {format.stopwatch(left)}
        </span>
      </div>
      <Meter label={label} value={position + 1} max={questions.length} />
      <article aria-labelledby="question" key={question.id} className={styles.stage}>
        <QuestionHead ref={heading} question={question} />
        <form
          className={styles.answer}
          onSubmit={(event) => {
            event.preventDefault()
            goOn()
          }}
        >
          {question.prompt ? (
            <TypedAnswer question={question} disabled={false} onChange={setTyped} />
          ) : (
            <OptionChoices
              ref={choices}
              question={question}
              selected={selected}
              disabled={false}
              onChange={setSelected}
            />
          )}
          <Button type="submit" variant="primary" className={styles.next}>
            {isLast ? messages.mockFinish : isEmpty ? practice.skip : messages.mockNext}{' '}
            <kbd aria-hidden>↵</kbd>
          </Button>
        </form>
        <Tools question={question} />
      </article>
    </div>
  )
}
