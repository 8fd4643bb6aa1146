import type { FollowUpInput } from '@rehearse/contracts'
import { TEXT_MAX } from '@rehearse/contracts/constants'
import { useQuery } from '@tanstack/react-query'
import { MessageCircleQuestionMark, Mic, Square, Volume2 } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { useOwnWrite } from '../../shared/account/use-own-write.ts'
import { learnerApi } from '../../shared/api/client.ts'
import { isolate } from '../../shared/i18n/direction.ts'
import { useLocale } from '../../shared/i18n/locale.ts'
import { Alert } from '../../shared/ui/alert.tsx'
import { Button, ButtonLink } from '../../shared/ui/button.tsx'
import { TextAreaField } from '../../shared/ui/fields.tsx'
import { LoadFailed } from '../../shared/ui/load-failed.tsx'
import { excerpt, InlineCode } from '../../shared/ui/markdown/inline-code.tsx'
import { Markdown } from '../../shared/ui/markdown/markdown.tsx'
import { Tag } from '../../shared/ui/tag.tsx'
import { Verdict } from './assessment.tsx'
import styles from './interview.module.css'
import type { Part, PartResult, Setup } from './interview.ts'
import { askFollowUp, type Criterion, criteria, type Mark } from './interview.ts'
import { useInterviewMessages } from './messages.en.ts'
import { canReadAloud, readAloud, stopReading, useDictation } from './speech.ts'

/** One part: the question, the answer, a follow-up, a model answer to compare with, and the learner's rating. */
export function InterviewPart({
  part,
  followUp,
  given,
  setup,
  onGrade,
}: {
  part: Part
  followUp: string
  given: PartResult
  setup: Setup
  onGrade: (change: Partial<PartResult>) => void
}) {
  const messages = useInterviewMessages()
  const language = useLocale((state) => state.language)
  const { interviewer, readAloud: reads, level } = setup
  const heading = useRef<HTMLHeadingElement>(null)
  const builtIn = part.kind === 'task' ? messages.taskFollowUp : followUp
  const context = { subject: { kind: part.kind, id: part.id }, level, language }
  const spoken = `${part.title}. ${excerpt(part.content)}`
  useEffect(() => {
    window.scrollTo(0, 0)
    heading.current?.focus({ preventScroll: true })
    if (reads) readAloud(spoken)
    return stopReading
  }, [reads, spoken])
  return (
    <article aria-labelledby="part" className={styles.part}>
      <p className={styles.tags}>
        <Tag>{part.kind === 'task' ? messages.task : messages.question}</Tag>
        <Tag>{part.category}</Tag>
        {canReadAloud() && (
          <Button size="small" variant="ghost" onClick={() => readAloud(spoken)}>
            <Volume2 aria-hidden size={16} />
            {messages.hear}
          </Button>
        )}
      </p>
      <h1 id="part" ref={heading} tabIndex={-1} dir="auto">
        <InlineCode text={part.title} />
      </h1>
      <Markdown text={part.content} />
      {part.kind === 'task' && (
        <p className={styles.task}>
          <span>{messages.taskHint}</span>
          <ButtonLink to={`/coding/${encodeURIComponent(part.id)}`} target="_blank" size="small">
            {messages.openEditor}
          </ButtonLink>
        </p>
      )}
      <AnswerField
        label={messages.answer}
        hint={messages.answerHint}
        value={given.answer}
        onChange={(answer) => onGrade({ answer })}
      />
      <FollowUp
        builtIn={builtIn}
        given={given}
        interviewer={interviewer}
        context={context}
        onGrade={onGrade}
      />
      {part.kind === 'question' && <ModelAnswer part={part} />}
      {interviewer && (
        <Verdict
          followUp={given.asked ?? builtIn}
          given={given}
          interviewer={interviewer}
          context={context}
          onGrade={onGrade}
        />
      )}
      <Rubric
        given={given.marks}
        onMark={(criterion, mark) => onGrade({ marks: { ...given.marks, [criterion]: mark } })}
      />
    </article>
  )
}

const marks: readonly Mark[] = [1, 2, 3, 4]

/** The learner's own rating, by three criteria. */
function Rubric({
  given,
  onMark,
}: {
  given: PartResult['marks']
  onMark: (criterion: Criterion, mark: Mark) => void
}) {
  const messages = useInterviewMessages()
  const id = useId()
  return (
    <section aria-labelledby={id} className={styles.rubric}>
      <h3 id={id}>{messages.rubricTitle}</h3>
      {criteria.map((criterion) => (
        <fieldset key={criterion} className={styles.criterion}>
          <legend>{messages.rubric[criterion]}</legend>
          <div className={styles.marks}>
            {marks.map((mark) => (
              <label key={mark} className={styles.mark}>
                <input
                  type="radio"
                  name={`${id}-${criterion}`}
                  checked={given[criterion] === mark}
                  onChange={() => onMark(criterion, mark)}
                />
                <span>{messages.marks[mark]}</span>
              </label>
            ))}
          </div>
        </fieldset>
      ))}
    </section>
  )
}

/** The model answer. Loading it records nothing. */
function ModelAnswer({ part }: { part: Part }) {
  const messages = useInterviewMessages()
  const [wanted, setWanted] = useState(false)
  const { data, error, isLoading, refetch } = useQuery({
    queryKey: ['interview', 'model', part.id],
    queryFn: async ({ signal }) => {
      // The endpoint requires a selection to return the correct answer; any option will do.
      const selectedOptionIds = part.options.slice(0, 1).map(({ id }) => id)
      const { result } = await learnerApi.post(`/api/questions/unified/${part.id}/check`, {
        body: { selectedOptionIds },
        signal,
      })
      return result
    },
    enabled: wanted,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (error && !data) {
    return <LoadFailed title={messages.modelFailed} error={error} onRetry={() => void refetch()} />
  }
  if (!data) {
    return (
      <Button pending={isLoading} onClick={() => setWanted(true)} className={styles.compare}>
        {messages.compare}
      </Button>
    )
  }
  const right = part.options.filter(({ id }) => data.correctOptionIds.includes(id))
  return (
    <section aria-label={messages.model} className={styles.model}>
      <h3>{messages.model}</h3>
      {right.map(({ id, text }) => (
        <div key={id}>
          <Markdown text={text} compact />
        </div>
      ))}
      <Markdown text={data.explanation} />
    </section>
  )
}

/** A follow-up question: a generic one, or one about this answer if a language model takes part. */
function FollowUp({
  builtIn,
  given,
  interviewer,
  context,
  onGrade,
}: {
  builtIn: string
  given: PartResult
  interviewer: Setup['interviewer']
  /** The context sent to the model. */
  context: Omit<FollowUpInput, 'answer'>
  onGrade: (change: Partial<PartResult>) => void
}) {
  const messages = useInterviewMessages()
  const asking = useOwnWrite({ mutationFn: askFollowUp, onSuccess: (asked) => onGrade({ asked }) })
  return (
    <section aria-labelledby="follow-up" className={styles.answer}>
      <h2 id="follow-up">{messages.followUp}</h2>
      {interviewer && (
        <>
          <Button
            size="small"
            pending={asking.isPending}
            disabled={given.answer.trim() === ''}
            onClick={() => asking.mutate({ ...context, answer: given.answer })}
          >
            <MessageCircleQuestionMark aria-hidden size={16} />
            {asking.isPending ? messages.asking : messages.askFollowUp}
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
          label={given.asked === undefined ? builtIn : isolate(given.asked)}
          value={given.followUp}
          onChange={(followUp) => onGrade({ followUp })}
        />
      </div>
    </section>
  )
}

/** A field for an answer: typed, or dictated if the browser supports it. */
function AnswerField({
  label,
  hint,
  value,
  onChange,
}: {
  label: string
  hint?: string
  value: string
  onChange: (value: string) => void
}) {
  const messages = useInterviewMessages()
  // Append dictated text to what was typed in the meantime.
  const latest = useRef(value)
  useEffect(() => {
    latest.current = value
  }, [value])
  const { listening, toggle } = useDictation((transcript) =>
    onChange(latest.current === '' ? transcript : `${latest.current} ${transcript}`),
  )
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
      />
      {toggle && (
        <>
          <Button size="small" aria-pressed={listening} onClick={toggle}>
            {listening ? <Square aria-hidden size={16} /> : <Mic aria-hidden size={16} />}
            {listening ? messages.stopDictating : messages.dictate}
          </Button>
          {listening && <p className={styles.quiet}>{messages.dictateHint}</p>}
        </>
      )}
    </div>
  )
}
