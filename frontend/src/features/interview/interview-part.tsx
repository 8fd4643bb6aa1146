import { TEXT_MAX } from '@rehearse/contracts/constants'
import { MessageCircleQuestionMark, Mic, Square, Volume2 } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { useOwnWrite } from '../../shared/account/use-own-write.ts'
import { isolate } from '../../shared/i18n/direction.ts'
import { useFormat } from '../../shared/i18n/format.ts'
import { useLocale } from '../../shared/i18n/locale.ts'
import { Alert } from '../../shared/ui/alert.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { TextAreaField } from '../../shared/ui/fields.tsx'
import { excerpt } from '../../shared/ui/markdown/excerpt.ts'
import { InlineCode } from '../../shared/ui/markdown/inline-code.tsx'
import { Markdown } from '../../shared/ui/markdown/markdown.tsx'
import { Tag } from '../../shared/ui/tag.tsx'
import styles from './interview.module.css'
import { chooseFollowUp } from './interview.rules.ts'
import { askFollowUp, type FollowUp, type Part, type PartResult, type Setup } from './interview.ts'
import { useInterviewMessages } from './messages.en.ts'
import { readAloud, stopReading, useDictation } from './speech.ts'

/** Shows the challenge with this id, to be solved in place. `onTested` gets the result of each test run. */
export type RenderChallenge = (
  id: string,
  onTested: (tests: { passed: number; total: number }) => void,
) => ReactNode

/** What a language model needs to know about the part. */
export const modelSubject = ({ kind, id }: Pick<Part, 'kind' | 'id'>) => ({
  kind: kind === 'coding' ? ('task' as const) : ('question' as const),
  id,
})

/** One part: the question and the answer; once that is finished, a follow-up that belongs to it. */
export function InterviewPart({
  part,
  given,
  setup,
  nextLabel,
  renderChallenge,
  onChange,
  onNext,
}: {
  part: Part
  given: PartResult
  setup: Setup
  nextLabel: string
  renderChallenge: RenderChallenge
  onChange: (change: Partial<PartResult>) => void
  onNext: () => void
}) {
  const messages = useInterviewMessages()
  const format = useFormat()
  const heading = useRef<HTMLHeadingElement>(null)
  const isCoding = part.kind === 'coding'
  const spoken = `${part.title}. ${excerpt(part.content)}`
  const { speech } = setup
  const read = () =>
    readAloud(spoken, speech?.reads ? { subject: modelSubject({ kind: part.kind, id: part.id }) } : undefined)
  const readFirst = useEffectEvent(() => {
    if (setup.readAloud) read()
  })
  const { tests } = given
  const finish = () => {
    const followUp: FollowUp = isCoding
      ? { question: messages.codingFollowUps[testState(tests)], from: 'tests' }
      : (chooseFollowUp(given.answer, part.points) ?? {
          question: messages.generalFollowUp,
          from: 'general',
        })
    onChange({ followUp })
  }
  useEffect(() => {
    window.scrollTo(0, 0)
    heading.current?.focus({ preventScroll: true })
    readFirst()
    return stopReading
  }, [])
  return (
    <article aria-labelledby="part" className={styles.part}>
      <p className={styles.tags}>
        <Tag>{messages.kinds[part.kind]}</Tag>
        {part.kind === 'concept' && <Tag>{part.category}</Tag>}
        {setup.readAloud && (
          <Button size="small" variant="ghost" onClick={read}>
            <Volume2 aria-hidden size={16} />
            {messages.hear}
          </Button>
        )}
      </p>
      <h1 id="part" ref={heading} tabIndex={-1} dir="auto">
        <InlineCode text={part.title} />
      </h1>
      {isCoding ? (
        <>
          <p className={styles.quiet}>{messages.codingHint}</p>
          {renderChallenge(part.id, (result) => onChange(testedResult(result, messages.codingPoints.length)))}
          <p role="status" data-numeric className={styles.quiet}>
            {tests
              ? messages.testsPassed(format.number(tests.passed), format.number(tests.total))
              : messages.notTested}
          </p>
        </>
      ) : (
        <Markdown text={part.content} />
      )}
      {given.followUp ? (
        <>
          <section aria-label={isCoding ? messages.approach : messages.answer} className={styles.answer}>
            <h2>{isCoding ? messages.approach : messages.answer}</h2>
            <p dir="auto" className={styles.words}>
              {given.answer || messages.noAnswer}
            </p>
          </section>
          <FollowUpQuestion
            part={part}
            given={given}
            followUp={given.followUp}
            setup={setup}
            onChange={onChange}
            onNext={onNext}
          />
        </>
      ) : (
        <AnswerField
          label={isCoding ? messages.approach : messages.answer}
          hint={isCoding ? messages.approachHint : messages.answerHint}
          value={given.answer}
          setup={setup}
          onChange={(answer) => onChange({ answer })}
          onSubmit={finish}
        />
      )}
      <div className={styles.foot}>
        {given.followUp ? (
          <Button variant="primary" onClick={onNext}>
            {nextLabel}
          </Button>
        ) : (
          <Button variant="primary" onClick={finish}>
            {messages.finishAnswer} <kbd aria-hidden>Ctrl ↵</kbd>
          </Button>
        )}
      </div>
    </article>
  )
}

/** The last point of the checklist of challenges is that all tests pass: it ticks itself. */
const testedResult = (
  tests: NonNullable<PartResult['tests']>,
  pointCount: number,
): Pick<PartResult, 'tests' | 'covered'> => ({
  tests,
  covered: tests.passed === tests.total ? [pointCount - 1] : [],
})

const testState = (tests: PartResult['tests']) =>
  !tests ? 'notRun' : tests.passed === tests.total ? 'passed' : 'failed'

/** The follow-up, which a language model may replace if it takes part. It gets the focus when it appears. */
function FollowUpQuestion({
  part,
  given,
  followUp,
  setup,
  onChange,
  onNext,
}: {
  part: Part
  given: PartResult
  followUp: FollowUp
  setup: Setup
  onChange: (change: Partial<PartResult>) => void
  onNext: () => void
}) {
  const messages = useInterviewMessages()
  const language = useLocale((state) => state.language)
  const heading = useRef<HTMLHeadingElement>(null)
  const { interviewer, level } = setup
  const asking = useOwnWrite({
    mutationFn: askFollowUp,
    onSuccess: (question) =>
      onChange({ followUp: { question, from: 'model', by: interviewer?.model ?? '' } }),
  })
  const { question, from, about } = followUp
  const read = useEffectEvent((text: string) => {
    if (!setup.readAloud) return
    const isRemote = setup.speech?.reads && about !== undefined
    readAloud(excerpt(text), isRemote ? { subject: modelSubject(part), followUp: about.point } : undefined)
  })
  useEffect(() => {
    heading.current?.focus()
    read(question)
  }, [question])
  return (
    <section aria-labelledby="follow-up" className={styles.answer}>
      <h2 id="follow-up" ref={heading} tabIndex={-1}>
        {messages.followUp}
      </h2>
      {interviewer && from !== 'model' && (
        <>
          <Button
            size="small"
            pending={asking.isPending}
            disabled={given.answer.trim() === ''}
            onClick={() =>
              asking.mutate({ subject: modelSubject(part), level, language, answer: given.answer })
            }
          >
            <MessageCircleQuestionMark aria-hidden size={16} />
            {asking.isPending ? messages.asking : messages.askFollowUp(interviewer.model)}
          </Button>
          <p className={styles.quiet}>{messages.askHint(interviewer.host)}</p>
          {asking.isError && (
            <Alert tone="info" title={messages.interviewerSilent(interviewer.host)}>
              <p>{messages.builtInInstead}</p>
            </Alert>
          )}
        </>
      )}
      <div aria-live="polite">
        <AnswerField
          label={isolate(excerpt(question))}
          value={given.followUpAnswer}
          setup={setup}
          onChange={(followUpAnswer) => onChange({ followUpAnswer })}
          onSubmit={onNext}
        />
      </div>
    </section>
  )
}

/** A field for an answer: typed, or dictated if that was chosen. */
function AnswerField({
  label,
  hint,
  value,
  setup: { dictate, speech },
  onChange,
  onSubmit,
}: {
  label: string
  hint?: string
  value: string
  setup: Setup
  onChange: (value: string) => void
  onSubmit: () => void
}) {
  const messages = useInterviewMessages()
  // Append dictated text to what was typed in the meantime.
  const latest = useRef(value)
  useEffect(() => {
    latest.current = value
  }, [value])
  const { state, toggle } = useDictation(
    (transcript) => onChange(latest.current === '' ? transcript : `${latest.current} ${transcript}`),
    speech?.transcribes ?? false,
  )
  const listening = state === 'listening'
  const submitByKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    onSubmit()
  }
  return (
    <div className={styles.answer}>
      <TextAreaField
        label={label}
        hint={hint}
        rows={5}
        dir="auto"
        maxLength={TEXT_MAX.interviewAnswer}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={submitByKey}
      />
      {dictate && toggle && (
        <>
          <Button size="small" aria-pressed={listening} pending={state === 'transcribing'} onClick={toggle}>
            {listening ? <Square aria-hidden size={16} /> : <Mic aria-hidden size={16} />}
            {listening ? messages.stopDictating : messages.dictateButton}
          </Button>
          <p role="status" className={styles.quiet}>
            {listening && (speech?.transcribes ? messages.recordHint(speech.host) : messages.dictateHint)}
            {state === 'transcribing' && messages.transcribing}
            {state === 'failed' && messages.dictateFailed}
          </p>
        </>
      )}
    </div>
  )
}
