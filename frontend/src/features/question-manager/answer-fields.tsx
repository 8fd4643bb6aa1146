import { TYPED_ANSWER } from '@rehearse/contracts/questions/typed-limits'
import { Trash2 } from 'lucide-react'
import type { Dispatch, SetStateAction } from 'react'
import { IconButton } from '../../shared/ui/button.tsx'
import { CheckboxField, TextAreaField, TextField } from '../../shared/ui/fields.tsx'
import { MarkdownField } from '../../shared/ui/markdown/markdown-field.tsx'
import { optionPreview } from '../../shared/ui/markdown/option-markup.tsx'
import { ListFieldset } from './list-fieldset.tsx'
import { useManagerMessages } from './messages.en.ts'
import { type DraftPair, pair, type QuestionDraft } from './question-draft.ts'
import styles from './question-form.module.css'

/** The key of a matching, short-answer or numeric question. */
export default function AnswerFields({
  draft,
  disabled,
  error,
  onChange,
}: {
  draft: QuestionDraft
  disabled: boolean
  error: string | undefined
  onChange: Dispatch<SetStateAction<QuestionDraft>>
}) {
  const { form: messages } = useManagerMessages()
  const set = (part: Partial<QuestionDraft>) => onChange((before) => ({ ...before, ...part }))
  const text = (name: 'extra' | 'accepted' | 'value' | 'tolerance' | 'unit') => ({
    value: draft[name],
    disabled,
    onChange: ({ target }: { target: { value: string } }) => set({ [name]: target.value }),
  })
  switch (draft.type) {
    case 'matching':
      return (
        <>
          <PairsEditor
            pairs={draft.pairs}
            disabled={disabled}
            error={error}
            onChange={(pairs) => set({ pairs })}
          />
          <TextAreaField
            label={messages.extra}
            hint={messages.extraHint}
            optional
            rows={2}
            dir="auto"
            {...text('extra')}
          />
        </>
      )
    case 'short-answer':
      return (
        <>
          <TextAreaField
            label={messages.accepted}
            hint={messages.acceptedHint}
            error={error}
            rows={3}
            dir="auto"
            spellCheck={false}
            {...text('accepted')}
          />
          <div className={styles.row}>
            <CheckboxField
              label={messages.caseSensitive}
              checked={draft.caseSensitive}
              disabled={disabled}
              onChange={({ target }) => set({ caseSensitive: target.checked })}
            />
            <CheckboxField
              label={messages.exactSpace}
              checked={draft.exactSpace}
              disabled={disabled}
              onChange={({ target }) => set({ exactSpace: target.checked })}
            />
          </div>
        </>
      )
    case 'numeric':
      return (
        <div className={styles.row}>
          <TextField
            label={messages.numericAnswer}
            error={error}
            inputMode="decimal"
            dir="ltr"
            {...text('value')}
          />
          <TextField
            label={messages.tolerance}
            hint={messages.toleranceHint}
            inputMode="decimal"
            dir="ltr"
            {...text('tolerance')}
          />
          <TextField
            label={messages.unit}
            optional
            maxLength={TYPED_ANSWER.unit}
            dir="auto"
            {...text('unit')}
          />
        </div>
      )
    default:
      return null
  }
}

function PairsEditor({
  pairs,
  disabled,
  error,
  onChange,
}: {
  pairs: readonly DraftPair[]
  disabled: boolean
  error: string | undefined
  onChange: (pairs: DraftPair[]) => void
}) {
  const { form: messages } = useManagerMessages()
  const change = (key: string, part: Partial<DraftPair>) =>
    onChange(pairs.map((one) => (one.key === key ? { ...one, ...part } : one)))
  return (
    <ListFieldset
      legend={messages.pairs}
      hint={messages.pairsHint}
      error={error}
      disabled={disabled}
      addLabel={messages.addPair}
      onAdd={pairs.length < TYPED_ANSWER.pairs.max ? () => onChange([...pairs, pair()]) : undefined}
    >
      {pairs.map(({ key, left, right }, position) => (
        <div key={key} className={styles.pair}>
          <MarkdownField
            label={messages.pairLeft(position + 1)}
            hideLabel
            placeholder={messages.pairLeft(position + 1)}
            value={left}
            rows={1}
            maxLength={TYPED_ANSWER.left}
            render={optionPreview}
            onValue={(value) => change(key, { left: value })}
          />
          <TextField
            label={messages.pairRight(position + 1)}
            hideLabel
            placeholder={messages.pairRight(position + 1)}
            value={right}
            maxLength={TYPED_ANSWER.text}
            dir="auto"
            onChange={({ target }) => change(key, { right: target.value })}
          />
          <IconButton
            icon={Trash2}
            label={messages.removePair(position + 1)}
            disabled={pairs.length <= TYPED_ANSWER.pairs.min}
            onClick={() => onChange(pairs.filter((other) => other.key !== key))}
          />
        </div>
      ))}
    </ListFieldset>
  )
}
