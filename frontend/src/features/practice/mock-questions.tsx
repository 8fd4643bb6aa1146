import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useFormat } from '../../shared/i18n/format.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Meter } from '../../shared/ui/meter.tsx'
import type { RunQuestion, TypedSubmission } from './grade-locally.ts'
import { usePracticeMessages } from './messages.en.ts'
import styles from './mock-test.module.css'
import { OptionChoices } from './options.tsx'
import { QuestionHead, Tools } from './question-head.tsx'
import { usePracticeKeys, useStopwatch } from './question-hooks.ts'
import TypedAnswer from './typed-answer.tsx'

/** The answer chosen for a question. */
export interface MockChoice {
  questionId: string
  selected: readonly string[]
  response: TypedSubmission['response']
  /** Seconds. */
  timeSpent: number
}

/** How far a test has come. */
export interface MockState {
  answers: readonly MockChoice[]
  /** Of the question that is open. */
  position: number
  /** Seconds. */
  passed: number
}

/** The questions of a mock test, without results. The test ends when the time is up. */
export function MockQuestions({
  questions,
  seconds,
  start = atStart,
  finishLabel,
  onAnswer,
  onMove,
  onEnd,
}: {
  questions: readonly RunQuestion[]
  seconds: number
  /** Where an interrupted test continues. */
  start?: MockState
  finishLabel?: string
  onAnswer?: (question: RunQuestion, choice: MockChoice, typed: TypedSubmission | undefined) => void
  /** Called with each question but the first. */
  onMove?: (state: MockState) => void
  onEnd: (answers: readonly MockChoice[]) => void
}) {
  const { practice } = useMessages()
  const messages = usePracticeMessages()
  const format = useFormat()
  const [answers, setAnswers] = useState(start.answers)
  const [position, setPosition] = useState(start.position)
  const [selected, setSelected] = useState<string[]>([])
  const [typed, setTyped] = useState<TypedSubmission>()
  const [begunAt, setBegunAt] = useState(start.passed)
  const heading = useRef<HTMLHeadingElement>(null)
  const choices = useRef<HTMLFieldSetElement>(null)
  const passed = start.passed + useStopwatch(true)
  const left = Math.max(0, seconds - passed)
  const question = questions[position] as RunQuestion

  const isEmpty = question.prompt ? !typed : selected.length === 0
  const withThis = (): readonly MockChoice[] => {
    if (isEmpty) return answers
    const timeSpent = passed - begunAt
    const choice = { questionId: question.id, selected, response: typed?.response, timeSpent }
    onAnswer?.(question, choice, typed)
    return [...answers, choice]
  }
  const goOn = () => {
    const all = withThis()
    if (position === questions.length - 1) return onEnd(all)
    onMove?.({ answers: all, position: position + 1, passed })
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
            {isLast ? (finishLabel ?? messages.mockFinish) : isEmpty ? practice.skip : messages.mockNext}{' '}
            <kbd aria-hidden>↵</kbd>
          </Button>
        </form>
        <Tools question={question} />
      </article>
    </div>
  )
}

const atStart: MockState = { answers: [], position: 0, passed: 0 }
