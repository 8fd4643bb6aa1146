import type { Question } from '@rehearse/contracts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { ApiError } from '../../shared/api/api-error.ts'
import { Alert } from '../../shared/ui/alert.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { LoadFailed } from '../../shared/ui/load-failed.tsx'
import { readQuestion, readVersions } from './api.ts'
import { type FieldName, TextDiff, useFieldTexts } from './field-diff.tsx'
import { useManagerMessages } from './messages.en.ts'
import { draftOf, draftQuestion, type QuestionDraft } from './question-draft.ts'
import styles from './question-versions.module.css'

/**
 * Resolves concurrent edits of a question: shows both versions side by side, and saves nothing until one is chosen.
 */
export default function ConflictChoice({
  question,
  version,
  mine,
  pending,
  onSave,
  onSaveAsNew,
  onBack,
  onNothing,
}: {
  question: Question
  /** The version that was edited here. */
  version: number
  mine: QuestionDraft
  pending: boolean
  onSave: (chosen: QuestionDraft, theirs: Question) => void
  onSaveAsNew: () => void
  onBack: () => void
  onNothing: () => void
}) {
  const { form: messages } = useManagerMessages()
  const textsOf = useFieldTexts()
  const heading = useRef<HTMLHeadingElement>(null)
  const [chosen, setChosen] = useState<Partial<Record<FieldName, Side>>>({})
  const { data, error, refetch } = useQuery({
    queryKey: ['admin', 'conflict', question.id, version],
    queryFn: async ({ signal }) => {
      const theirs = await readQuestion(question.id, signal)
      const { versions } = await readVersions(question.id, 1, signal)
      return { theirs, base: versions.find((one) => one.version === version)?.question }
    },
    gcTime: 0,
  })
  useEffect(() => heading.current?.focus(), [])

  const head = (
    <h3 ref={heading} tabIndex={-1}>
      {messages.conflictTitle}
    </h3>
  )
  if (error instanceof ApiError && error.status === 404) {
    return (
      <div className={styles.conflict}>
        {head}
        <Alert tone="warning">{messages.conflictGone}</Alert>
        <div className={styles.conflictActions}>
          <Button onClick={onNothing}>{messages.offerDrop}</Button>
          <Button variant="primary" pending={pending} onClick={onSaveAsNew}>
            {messages.saveAsNew}
          </Button>
        </div>
      </div>
    )
  }
  if (error) return <LoadFailed error={error} onRetry={() => void refetch()} />
  if (!data) return <p role="status">{messages.conflictLoading}</p>

  const { theirs, base } = data
  const theirTexts = textsOf(theirs)
  const baseTexts = new Map(base && textsOf(base).map(({ field, text }) => [field, text]))
  const differing = textsOf(draftQuestion(mine, theirs)).flatMap(({ field, label, text: mineText }) => {
    const theirText = theirTexts.find((other) => other.field === field)?.text ?? ''
    if (mineText === theirText) return []
    // Take the other version for fields that were not edited here.
    const unchangedByAdmin = baseTexts.get(field) === mineText
    return [
      { field, label, mineText, theirText, side: chosen[field] ?? (unchangedByAdmin ? 'theirs' : 'yours') },
    ]
  }) satisfies { side: Side }[]

  return (
    <div className={styles.conflict}>
      {head}
      {differing.length === 0 ? (
        <p>{messages.conflictNone}</p>
      ) : (
        <>
          <p className={styles.lead}>{messages.conflictLead}</p>
          {differing.map((difference) => (
            <ConflictField
              key={difference.field}
              {...difference}
              onChoose={(side) => setChosen({ ...chosen, [difference.field]: side })}
            />
          ))}
        </>
      )}
      <div className={styles.conflictActions}>
        <Button onClick={onBack}>{messages.backToForm}</Button>
        <Button
          variant="primary"
          pending={pending}
          onClick={() => {
            const taken = differing.filter(({ side }) => side === 'theirs').map(({ field }) => field)
            if (taken.length === differing.length) onNothing()
            else onSave(merge(mine, draftOf(theirs), taken), theirs)
          }}
        >
          {messages.conflictSave}
        </Button>
      </div>
    </div>
  )
}

const isChoice = ({ type }: QuestionDraft) => type === 'single' || type === 'multiple'

/** My draft, with the chosen fields taken from the other version. */
function merge(mine: QuestionDraft, theirs: QuestionDraft, taken: readonly FieldName[]): QuestionDraft {
  const merged = { ...mine }
  for (const field of taken) {
    if (field === 'options') {
      merged.options = theirs.options
      if (isChoice(mine) && isChoice(theirs)) merged.type = theirs.type
    } else if (field === 'answer') {
      const { pairs, extra, accepted, caseSensitive, exactSpace, value, tolerance, unit } = theirs
      Object.assign(merged, { pairs, extra, accepted, caseSensitive, exactSpace, value, tolerance, unit })
    } else if (field === 'explanation') {
      merged.explanation = theirs.explanation
      merged.checklist = theirs.checklist
    } else if (field in theirs) Object.assign(merged, { [field]: theirs[field as keyof QuestionDraft] })
  }
  return merged
}

type Side = 'theirs' | 'yours'

/** One field that differs between both versions. */
function ConflictField({
  label,
  theirText,
  mineText,
  side,
  onChoose,
}: {
  label: string
  theirText: string
  mineText: string
  side: Side
  onChoose: (side: Side) => void
}) {
  const { form: messages } = useManagerMessages()
  const name = useId()
  const sides = [
    { of: 'theirs' as const, title: messages.theirs, choose: messages.useTheirs, text: theirText },
    { of: 'yours' as const, title: messages.yours, choose: messages.useYours, text: mineText },
  ]
  return (
    <fieldset className={styles.field}>
      <legend>{label}</legend>
      {sides.map(({ of, title, choose, text }) => (
        <label key={of} className={styles.side} data-chosen={side === of || undefined}>
          <span className={styles.choice}>
            <input type="radio" name={name} checked={side === of} onChange={() => onChoose(of)} />
            <span>{choose}</span>
          </span>
          <span className="visually-hidden">{title}:</span>
          {of === 'yours' ? (
            <TextDiff before={theirText} after={text} />
          ) : (
            <span dir="auto" className={styles.text}>
              {text || messages.nothing}
            </span>
          )}
        </label>
      ))}
    </fieldset>
  )
}
