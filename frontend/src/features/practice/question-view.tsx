import type { PublicQuestion } from '@rehearse/contracts'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useFormat } from '../../shared/i18n/format.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { Alert } from '../../shared/ui/alert.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { useErrorText } from '../../shared/ui/error-text.ts'
import { InlineCode } from '../../shared/ui/markdown/inline-code.tsx'
import { Markdown } from '../../shared/ui/markdown/markdown.tsx'
import { Tag } from '../../shared/ui/tag.tsx'
import { OpenAnswer } from './open-answer.tsx'
import { OptionChoices } from './option-choices.tsx'
import { OptionResults } from './option-results.tsx'
import styles from './question-view.module.css'
import { ResultNote } from './result-note.tsx'
import { type Graded, useAnswer } from './use-answer.ts'
import { usePracticeKeys } from './use-practice-keys.ts'
import { useStopwatch } from './use-stopwatch.ts'

const KeyboardHelp = lazy(() => import('./keyboard-help.tsx'))

/** One question, from reading it to knowing why. */
export function QuestionView({
  question,
  isFirst,
  isLast,
  onGraded,
  onNext,
}: {
  question: PublicQuestion
  isFirst: boolean
  isLast: boolean
  onGraded: (answer: { isCorrect: boolean; points: number; timeSpent: number }) => void
  onNext: () => void
}) {
  const { practice, difficulty, common } = useMessages()
  const format = useFormat()
  const errorText = useErrorText()
  const [selected, setSelected] = useState<string[]>([])
  const [graded, setGraded] = useState<Graded>()
  const [helping, setHelping] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const choices = useRef<HTMLFieldSetElement>(null)
  const seconds = useStopwatch(graded === undefined)
  const answer = useAnswer(question, (result, timeSpent) => {
    setGraded(result)
    onGraded({ isCorrect: result.isCorrect, points: result.points ?? 0, timeSpent })
  })

  // The first question of a run comes with its page, which has the focus already.
  useEffect(() => {
    if (isFirst) return
    window.scrollTo(0, 0)
    heading.current?.focus({ preventScroll: true })
  }, [isFirst])

  const open = question.options.length === 0
  const submit = () => {
    if (graded || answer.isPending || selected.length === 0) return
    answer.mutate({ selectedOptionIds: selected, timeSpent: seconds })
  }
  usePracticeKeys({
    onChoose: (position) => {
      if (!graded && !answer.isPending) choices.current?.querySelectorAll('input')[position]?.click()
      choices.current?.querySelectorAll('input')[position]?.focus()
    },
    onEnter: () => (graded ? onNext() : submit()),
    onNext: () => !answer.isPending && onNext(),
    onHelp: () => setHelping(true),
  })

  return (
    <article aria-labelledby="question">
      <div className={styles.tags}>
        <Tag>{difficulty[question.difficulty]}</Tag>
        <Tag>{question.category}</Tag>
        <span role="timer" aria-label={practice.timeOnQuestion} data-numeric className={styles.timer}>
          {format.stopwatch(seconds)}
        </span>
      </div>
      <h1 id="question" ref={heading} tabIndex={-1} dir="auto" className={styles.title}>
        <InlineCode text={question.title} />
      </h1>
      <Markdown text={question.content} />

      <form
        className={styles.answer}
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        {open && (
          <OpenAnswer
            questionId={question.id}
            judged={graded !== undefined}
            pending={answer.isPending}
            onJudge={(right) =>
              answer.mutate({ selectedOptionIds: [], selfAssessed: right, timeSpent: seconds })
            }
          />
        )}
        {!open && !graded && (
          <OptionChoices
            ref={choices}
            question={question}
            selected={selected}
            disabled={answer.isPending}
            onChange={setSelected}
          />
        )}
        {!open && graded && <OptionResults question={question} selected={selected} graded={graded} />}
        {answer.isError && (
          <Alert
            tone="error"
            title={practice.saveFailed}
            action={
              <Button onClick={() => answer.variables && answer.mutate(answer.variables)}>
                {common.retry}
              </Button>
            }
          >
            {errorText(answer.error)}
          </Alert>
        )}
        {graded && <ResultNote question={question} graded={graded} />}
        <div className={styles.actions}>
          <Button variant="ghost" className={styles.keys} onClick={() => setHelping(true)}>
            <kbd>?</kbd> {practice.keysHint}
          </Button>
          {graded ? (
            <Button variant="primary" onClick={onNext}>
              {isLast ? practice.finish : practice.next} <kbd aria-hidden>↵</kbd>
            </Button>
          ) : (
            <>
              <Button variant="ghost" disabled={answer.isPending} onClick={onNext}>
                {practice.skip}
              </Button>
              {!open && (
                <Button
                  type="submit"
                  variant="primary"
                  disabled={selected.length === 0}
                  pending={answer.isPending}
                >
                  {answer.isPending ? practice.checking : practice.submit} <kbd aria-hidden>↵</kbd>
                </Button>
              )}
            </>
          )}
        </div>
      </form>
      {helping && (
        <Suspense>
          <KeyboardHelp onClose={() => setHelping(false)} />
        </Suspense>
      )}
    </article>
  )
}
