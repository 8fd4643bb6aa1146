import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useFormat } from '../../shared/i18n/format.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { Alert } from '../../shared/ui/alert.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { classNames } from '../../shared/ui/class-names.ts'
import { useErrorText } from '../../shared/ui/load-failed.tsx'
import { Markdown, parse } from '../../shared/ui/markdown/markdown.tsx'
import { optionLine } from '../../shared/ui/markdown/option-text.tsx'
import { Skeleton } from '../../shared/ui/skeleton.tsx'
import { Tag } from '../../shared/ui/tag.tsx'
import { whenIdle } from '../../shared/when-idle.ts'
import type { Graded, RunAnswer, RunQuestion, Submission, TypedSubmission } from './grade-locally.ts'
import { differs, feedbackOf, gradeLocally, hasKey } from './grade-locally.ts'
import { OptionChoices, OptionResults } from './options.tsx'
import { QuestionAudio, QuestionHead, Tools } from './question-head.tsx'
import { usePracticeKeys, useStopwatch } from './question-hooks.ts'
import styles from './question-view.module.css'
import resultNoteStyles from './result-note.module.css'
import type { SessionSettings } from './session-settings.ts'
import { useAnswer } from './use-answer.ts'

const Moments = lazy(async () => ({ default: (await import('./moments.tsx')).Moments }))
const ResultChange = lazy(async () => ({ default: (await import('./moments.tsx')).ResultChange }))
const OpenAnswer = lazy(async () => ({ default: (await import('./open-answer.tsx')).OpenAnswer }))
const TypedAnswer = lazy(() => import('./typed-answer.tsx'))
const TypedResult = lazy(async () => ({ default: (await import('./typed-answer.tsx')).TypedResult }))
const KeyboardHelp = lazy(() => import('./keyboard-help.tsx'))

/** A question, from reading it to the explanation. */
export function QuestionView({
  question,
  settings,
  answerId,
  takesFocus,
  isScored,
  isLast,
  onGraded,
  onRetry,
  onNext,
}: {
  question: RunQuestion
  settings: SessionSettings
  /** Of the answer that is saved. */
  answerId: string
  /** The first question of a session appears with its page, which already has the focus. */
  takesFocus: boolean
  /** False if the solution was just shown: the answer is practice and isn't saved. */
  isScored: boolean
  /** Only the end of the session follows. */
  isLast: boolean
  onGraded: (answer: RunAnswer) => void
  /** Starts the question over, clearing the answer. */
  onRetry: () => void
  onNext: () => void
}) {
  const { practice, common } = useMessages()
  const errorText = useErrorText()
  const [selected, setSelected] = useState<string[]>([])
  const [typed, setTyped] = useState<TypedSubmission>()
  const [graded, setGraded] = useState<Graded>()
  const [helping, setHelping] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const choices = useRef<HTMLFieldSetElement>(null)
  const seconds = useStopwatch(graded === undefined)
  const [scored] = useState(isScored)
  const report = (result: Graded, { selectedOptionIds, response, timeSpent }: Submission) => {
    const { points, moments = [] } = result
    const selected = selectedOptionIds
    onGraded({ ...result, question, selected, response, points: points ?? 0, timeSpent, moments })
  }
  const answer = useAnswer(question, { settings, scored, answerId }, (result, submission) => {
    const { first } = result
    if (first) {
      setSelected(first.selectedOptionIds)
      setTyped(first)
    }
    setGraded((here) => (here && !first && differs(here, result) ? { ...result, overruled: true } : result))
    report(result, { ...submission, ...first })
  })

  useReadingAhead(question)
  useEffect(() => {
    if (!takesFocus) return
    window.scrollTo(0, 0)
    heading.current?.focus({ preventScroll: true })
  }, [takesFocus])

  const hasOptions = question.options.length > 0
  const open = !hasOptions && !question.prompt
  const isEmpty = hasOptions ? selected.length === 0 : !typed
  const give = (submission: Submission) => {
    const verdict = gradeLocally(question, submission)
    // Blur first: removing a focused control would force a layout of the half-updated page.
    if (verdict && document.activeElement instanceof HTMLElement) document.activeElement.blur()
    setGraded(verdict)
    if (!verdict) return answer.give(submission)
    // The session may end before the server responds.
    report(verdict, submission)
    answer.give(submission)
  }
  const submit = () => {
    if (graded || answer.isPending || isEmpty) return
    give({ selectedOptionIds: selected, ...typed, timeSpent: seconds })
  }
  const goOn = () => answer.leave(onNext)
  const retry = () => answer.leave(onRetry)
  usePracticeKeys({
    // A question without options has its own shortcuts until it is graded.
    onChoose: !hasOptions
      ? undefined
      : (position) => {
          const choice = choices.current?.querySelectorAll('input')[position]
          if (!graded && !answer.isPending) choice?.click()
          choice?.focus()
        },
    onEnter: graded ? goOn : open ? undefined : submit,
    onNext: () => (graded || !answer.isPending) && goOn(),
    onRetry: () => graded && retry(),
    onHelp: () => setHelping(true),
  })

  return (
    <article aria-labelledby="question">
      <QuestionHead ref={heading} question={question} seconds={seconds} />
      {!scored && !graded && <p className={styles.unscored}>{practice.notScored}</p>}
      <form
        className={styles.answer}
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        {open && (
          <Suspense fallback={<Skeleton heights={[9]} />}>
            <OpenAnswer
              question={question}
              isGraded={graded !== undefined}
              pending={answer.isPending}
              onAssess={(right) => give({ selectedOptionIds: [], selfAssessed: right, timeSpent: seconds })}
            />
          </Suspense>
        )}
        {question.prompt && (
          <Suspense fallback={<Skeleton heights={[5]} />}>
            {graded ? (
              <TypedResult question={question} response={typed?.response} graded={graded} />
            ) : (
              <TypedAnswer question={question} disabled={answer.isPending} onChange={setTyped} />
            )}
          </Suspense>
        )}
        {hasOptions && !graded && (
          <OptionChoices
            ref={choices}
            question={question}
            selected={selected}
            disabled={answer.isPending}
            onChange={setSelected}
          />
        )}
        {hasOptions && graded && <OptionResults question={question} selected={selected} graded={graded} />}
        {answer.error && (
          <Alert
            tone="error"
            title={practice.saveFailed}
            action={<Button onClick={answer.retry}>{common.retry}</Button>}
          >
            {errorText(answer.error)}
          </Alert>
        )}
        {graded && <ResultNote question={question} graded={graded} />}
        {graded?.moments?.length ? (
          <Suspense>
            <Moments moments={graded.moments} />
          </Suspense>
        ) : null}
        {graded && <QuestionAudio url={question.audioAnswer} of="answer" />}
        <div className={styles.actions}>
          <Button variant="ghost" className={styles.keys} onClick={() => setHelping(true)}>
            <kbd>?</kbd> {practice.keysHint}
          </Button>
          {graded ? (
            <>
              <Button variant="ghost" onClick={retry}>
                {practice.retry} <kbd aria-hidden>r</kbd>
              </Button>
              <Button variant="primary" onClick={goOn}>
                {isLast ? practice.finish : practice.next} <kbd aria-hidden>↵</kbd>
              </Button>
            </>
          ) : (
            <>
              <Button variant="ghost" disabled={answer.isPending} onClick={goOn}>
                {practice.skip}
              </Button>
              {!open && (
                <Button type="submit" variant="primary" disabled={isEmpty} pending={answer.isPending}>
                  {answer.isPending ? practice.checking : practice.submit} <kbd aria-hidden>↵</kbd>
                </Button>
              )}
            </>
          )}
        </div>
      </form>
      <Tools question={question} />
      {helping && (
        <Suspense>
          <KeyboardHelp onClose={() => setHelping(false)} />
        </Suspense>
      )}
    </article>
  )
}

/** Parses the result's texts while the learner thinks, so that the result shows at once. */
function useReadingAhead(question: RunQuestion): void {
  useEffect(() => {
    if (!hasKey(question)) return
    return whenIdle(() => [question.explanation, ...feedbackOf(question).values()].map(parse))
  }, [question])
}

/** Whether the answer was correct, and why. Takes the focus, so that screen readers read the result next. */
function ResultNote({ question, graded }: { question: RunQuestion; graded: Graded }) {
  const { practice, common } = useMessages()
  const format = useFormat()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus({ preventScroll: true })
    heading.current?.closest('section')?.scrollIntoView({ block: 'nearest' })
  }, [])

  const rightAnswer = question.options
    .filter((option) => graded.correctOptionIds.includes(option.id))
    .map((option) => optionLine(option.text))
    .join('; ')
  const points = graded.points ?? 0
  // Points that arrive after the result are announced separately.
  const [pointsAtFirst] = useState(points)
  return (
    <section
      aria-labelledby="result"
      className={classNames(
        resultNoteStyles.result,
        graded.isCorrect ? resultNoteStyles.right : resultNoteStyles.wrong,
      )}
    >
      <p role="status" className="visually-hidden">
        {graded.isCorrect
          ? practice.announceRight(pointsAtFirst)
          : rightAnswer
            ? practice.announceWrong(rightAnswer)
            : practice.resultWrong}
      </p>
      <h2 id="result" ref={heading} tabIndex={-1} className={resultNoteStyles.heading}>
        {graded.isCorrect ? practice.resultRight : practice.resultWrong}
        <span aria-live="polite" className={resultNoteStyles.points}>
          {points > 0 && (
            <Tag tone="ok">
              <span aria-hidden>{format.signed(points)}</span>
              <span className="visually-hidden">{common.points(points)}</span>
            </Tag>
          )}
        </span>
      </h2>
      <div aria-live="polite" className={resultNoteStyles.notes}>
        {graded.waiting && <p>{practice.waits}</p>}
        {(graded.overruled || graded.first) && (
          <Suspense>
            <ResultChange graded={graded} />
          </Suspense>
        )}
      </div>
      {/* After an open-ended question, the learner has already read it. */}
      {graded.explanation && (question.options.length > 0 || question.prompt) && (
        <Markdown text={graded.explanation} />
      )}
    </section>
  )
}
