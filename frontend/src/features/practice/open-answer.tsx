import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { learnerData } from '../../shared/account/account-data.ts'
import { useFormat } from '../../shared/i18n/format.ts'
import { Button } from '../../shared/ui/button.tsx'
import { classNames } from '../../shared/ui/class-names.ts'
import { TextAreaField } from '../../shared/ui/fields.tsx'
import { LoadFailed } from '../../shared/ui/load-failed.tsx'
import { splitChecklist } from '../../shared/ui/markdown/checklist.ts'
import { Markdown } from '../../shared/ui/markdown/markdown.tsx'
import { readModelAnswer } from './grade-answer.ts'
import { hasKey, type RunQuestion } from './grade-locally.ts'
import styles from './open-answer.module.css'
import { useOpenMessages } from './open-messages.en.ts'
import options from './options.module.css'
import { usePracticeKeys } from './question-hooks.ts'

interface Props {
  question: RunQuestion
  isGraded: boolean
  pending: boolean
  onAssess: (isCorrect: boolean) => void
  /** A preview stores no draft and disables shortcuts. */
  isPreview?: boolean
}

/** A question without options: write an answer, compare it with the model answer, and rate how close it was. */
export function OpenAnswer({ question, isGraded, pending, onAssess, isPreview = false }: Props) {
  const messages = useOpenMessages()
  const [draft] = useState(() => learnerData(`open_answer_${question.id}`))
  const [own, setOwn] = useState(() => (isPreview ? '' : String(draft.read() ?? '')))
  const [revealed, setRevealed] = useState(false)
  const model = useQuery({
    queryKey: ['practice', 'model-answer', question.id],
    queryFn: () => readModelAnswer(question),
    enabled: revealed && !hasKey(question),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const explanation = hasKey(question) ? question.explanation : model.data
  const reveal = () => setRevealed(true)
  const isShown = revealed && explanation !== undefined
  usePracticeKeys({ onEnter: isPreview || revealed ? undefined : reveal })
  if (isShown) {
    return (
      <Comparison
        own={own.trim()}
        explanation={explanation}
        isGraded={isGraded}
        pending={pending}
        isPreview={isPreview}
        onAssess={(isCorrect) => {
          draft.remove()
          onAssess(isCorrect)
        }}
      />
    )
  }
  return (
    <div className={styles.open}>
      <TextAreaField
        label={messages.ownAnswer}
        hint={messages.hint}
        optional
        rows={6}
        dir="auto"
        value={own}
        onChange={({ target }) => {
          setOwn(target.value)
          if (!isPreview) draft.write(target.value)
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) reveal()
        }}
      />
      {model.isError ? (
        <LoadFailed error={model.error} onRetry={() => void model.refetch()} />
      ) : (
        <Button variant="primary" pending={model.isLoading} onClick={reveal} className={styles.reveal}>
          {messages.reveal} <kbd aria-hidden>↵</kbd>
        </Button>
      )}
    </div>
  )
}

/** The learner's answer next to the model answer, with a checklist and the self-rating. */
function Comparison({
  own,
  explanation,
  isGraded,
  pending,
  isPreview,
  onAssess,
}: Pick<Props, 'isGraded' | 'pending' | 'onAssess'> & {
  own: string
  explanation: string
  isPreview: boolean
}) {
  const messages = useOpenMessages()
  const format = useFormat()
  const { answer, points } = splitChecklist(explanation)
  const [covered, setCovered] = useState<ReadonlySet<number>>()
  const [chosen, setChosen] = useState<boolean>()
  const isCorrect = chosen ?? (covered && covered.size * 3 >= points.length * 2)
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const checklist = useRef<HTMLFieldSetElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const save = () => {
    if (isCorrect !== undefined && !pending) onAssess(isCorrect)
  }
  usePracticeKeys(
    isGraded || isPreview
      ? {}
      : {
          onChoose: (position) => checklist.current?.querySelectorAll('input')[position]?.click(),
          onEnter: save,
        },
  )
  return (
    <div className={styles.open}>
      <div className={classNames(own !== '' && styles.pair)}>
        {own !== '' && (
          <section aria-labelledby={`${id}-own`}>
            <h2 id={`${id}-own`} className={styles.heading}>
              {messages.ownAnswer}
            </h2>
            <p dir="auto" className={styles.own}>
              {own}
            </p>
          </section>
        )}
        <section aria-labelledby={`${id}-model`} className={styles.model}>
          <h2 id={`${id}-model`} ref={heading} tabIndex={-1} className={styles.heading}>
            {messages.model}
          </h2>
          <Markdown text={answer} />
        </section>
      </div>
      {points.length > 0 && (
        <fieldset ref={checklist} className={options.options} disabled={isGraded}>
          <legend className={options.legend}>{messages.checklist}</legend>
          {points.map(({ text }, position) => (
            <label key={text} className={options.choice}>
              <input
                type="checkbox"
                checked={covered?.has(position) ?? false}
                onChange={({ target }) => {
                  const next = new Set(covered)
                  if (target.checked) next.add(position)
                  else next.delete(position)
                  setCovered(next)
                }}
              />
              <kbd aria-hidden className={options.key}>
                {position < 9 ? position + 1 : ''}
              </kbd>
              <Markdown text={text} compact />
            </label>
          ))}
          <p role="status" className={styles.hint}>
            {covered && messages.covered(format.number(covered.size), format.number(points.length))}
          </p>
        </fieldset>
      )}
      {!isGraded && (
        <fieldset className={styles.judge}>
          <legend>{messages.assessment}</legend>
          {[true, false].map((value) => (
            <label key={String(value)} className={styles.assessment}>
              <input type="radio" name={id} checked={isCorrect === value} onChange={() => setChosen(value)} />
              {value ? messages.gotIt : messages.notYet}
            </label>
          ))}
          <Button variant="primary" disabled={isCorrect === undefined} pending={pending} onClick={save}>
            {messages.save} <kbd aria-hidden>↵</kbd>
          </Button>
          {covered && chosen === undefined && <p className={styles.hint}>{messages.suggested}</p>}
        </fieldset>
      )}
    </div>
  )
}
