import type { BulkEdit, BulkPreview, ReplaceableText } from '@rehearse/contracts'
import { QUESTION_POINTS, QUESTION_TIME_LIMIT } from '@rehearse/contracts/content-limits'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useMessages } from '../../shared/i18n/locale.ts'
import { Alert } from '../../shared/ui/alert.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { CheckboxField, SelectField, TextField } from '../../shared/ui/fields.tsx'
import { useErrorText } from '../../shared/ui/load-failed.tsx'
import { InlineCode } from '../../shared/ui/markdown/inline-code.tsx'
import Modal from '../../shared/ui/modal.tsx'
import { type BulkAction, bulkPreviewQuery } from './api.ts'
import { type ChosenNodes, keep, movedTo, NodeFields } from './bulk-dialogs.tsx'
import { FieldList, useFieldChanges } from './field-diff.tsx'
import { useManagerMessages } from './messages.en.ts'
import { tagsOf } from './question-draft.ts'
import styles from './question-manager.module.css'
import type { Selection } from './use-selection.ts'

interface Draft {
  nodes: ChosenNodes
  difficulty: string
  type: string
  isActive: string
  points: string
  timeLimit: string
  subcategory: string
  tags: string
  find: string
  with: string
  in: readonly ReplaceableText[]
}

const replaceable: readonly ReplaceableText[] = ['title', 'content', 'options', 'feedback', 'explanation']

const unchanged: Draft = {
  ...{ nodes: {}, difficulty: keep, type: keep, isActive: keep },
  ...{ points: '', timeLimit: '', subcategory: '', tags: '' },
  ...{ find: '', with: '', in: replaceable },
}

/** Sets fields of the selected questions and replaces text in them, after a preview. */
export default function BulkEditDialog({
  selection,
  onEdit,
  onClose,
}: {
  selection: Selection
  onEdit: (value: BulkEdit) => void
  onClose: () => void
}) {
  const messages = useManagerMessages()
  const { common, difficulty } = useMessages()
  const errorText = useErrorText()
  const [draft, setDraft] = useState(unchanged)
  const [previewed, setPreviewed] = useState<BulkEdit>()
  const [problem, setProblem] = useState(false)
  const action: BulkAction = { action: 'edit', value: previewed ?? { set: {} } }
  const preview = useQuery({
    ...bulkPreviewQuery(selection.chosen, action),
    enabled: previewed !== undefined,
    // A preview must show the present.
    staleTime: 0,
    gcTime: 0,
  })
  const set = (change: Partial<Draft>) => {
    setDraft({ ...draft, ...change })
    setPreviewed(undefined)
    setProblem(false)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const edit = editOf(draft)
    if (edit === undefined) return setProblem(true)
    if (previewed === undefined) setPreviewed(edit)
    else if (preview.data && preview.data.changed > 0) onEdit(previewed)
  }
  const select = (name: 'difficulty' | 'type' | 'isActive', label: string, choices: [string, string][]) => (
    <SelectField
      label={label}
      value={draft[name]}
      onChange={({ target }) => set({ [name]: target.value })}
      choices={[
        { value: keep, label: messages.keepPlace },
        ...choices.map(([value, shown]) => ({ value, label: shown })),
      ]}
    />
  )
  const number = (
    name: 'points' | 'timeLimit',
    label: string,
    { min, max }: { min: number; max: number },
  ) => (
    <TextField
      label={label}
      type="number"
      min={min}
      max={max}
      placeholder={messages.keepPlace}
      value={draft[name]}
      onChange={({ target }) => set({ [name]: target.value })}
    />
  )
  const text = (name: 'subcategory' | 'tags' | 'find' | 'with', label: string, hint?: string) => (
    <TextField
      label={label}
      hint={hint}
      value={draft[name]}
      onChange={({ target }) => set({ [name]: target.value })}
      dir="auto"
    />
  )
  const ready = preview.data !== undefined && previewed !== undefined
  return (
    <Modal title={messages.editManyTitle} onClose={onClose}>
      <form onSubmit={submit} className={styles.form}>
        <p>{messages.moveLead}</p>
        {problem && <Alert tone="error">{messages.movePick}</Alert>}
        <div className={styles.pairs}>
          {select('difficulty', messages.difficulty, [
            ['beginner', difficulty.beginner],
            ['intermediate', difficulty.intermediate],
            ['advanced', difficulty.advanced],
          ])}
          {select('type', messages.type, Object.entries(messages.types))}
          {select('isActive', messages.status, [
            ['true', messages.activeBadge],
            ['false', messages.inactiveBadge],
          ])}
          {number('points', messages.points, QUESTION_POINTS)}
          {number('timeLimit', messages.form.timeLimit, QUESTION_TIME_LIMIT)}
          <NodeFields chosen={draft.nodes} onChange={(nodes) => set({ nodes })} />
          {text('subcategory', messages.form.fields.subcategory)}
        </div>
        {text('tags', messages.replaceTags, messages.tagHint)}
        <fieldset className={styles.replace}>
          <legend>{messages.replaceText}</legend>
          {text('find', messages.find, messages.findHint)}
          {text('with', messages.replaceWith)}
          <div className={styles.checks}>
            {replaceable.map((name) => (
              <CheckboxField
                key={name}
                label={name === 'feedback' ? messages.feedback : messages.form.fields[name]}
                checked={draft.in.includes(name)}
                onChange={({ target }) =>
                  set({
                    in: replaceable.filter((one) => (one === name ? target.checked : draft.in.includes(one))),
                  })
                }
              />
            ))}
          </div>
        </fieldset>
        <div role="status">
          {preview.isError && <Alert tone="error">{errorText(preview.error)}</Alert>}
          {ready && preview.data && <PreviewedChanges preview={preview.data} />}
        </div>
        <div className={styles.dialogActions}>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button
            type="submit"
            variant="primary"
            pending={previewed !== undefined && preview.isFetching}
            disabled={ready && preview.data?.changed === 0}
          >
            {ready ? messages.apply(preview.data.changed) : messages.preview}
          </Button>
        </div>
      </form>
    </Modal>
  )
}

/** The edit, or undefined if nothing is to be changed. */
function editOf(draft: Draft): BulkEdit | undefined {
  const { nodes, difficulty, type, isActive, points, timeLimit, subcategory, tags, find } = draft
  const set = {
    ...movedTo(nodes),
    ...(difficulty !== keep && { difficulty }),
    ...(type !== keep && { type }),
    ...(isActive !== keep && { isActive: isActive === 'true' }),
    ...(points !== '' && { points: Number(points) }),
    ...(timeLimit !== '' && { timeLimit: Number(timeLimit) }),
    ...(subcategory.trim() !== '' && { subcategory }),
    ...(tagsOf(tags).length > 0 && { tags: tagsOf(tags) }),
  } as BulkEdit['set']
  const replaces = find !== '' && draft.in.length > 0
  if (Object.keys(set).length === 0 && !replaces) return undefined
  return { set, ...(replaces && { replace: { in: [...draft.in], find, with: draft.with } }) }
}

/** How many questions would change, and the first of them field by field. */
function PreviewedChanges({
  preview: { changed, unchanged: same, refused, changes, refusals },
}: {
  preview: BulkPreview
}) {
  const messages = useManagerMessages()
  const changesBetween = useFieldChanges()
  return (
    <section aria-label={messages.preview} className={styles.changes}>
      <p>
        <strong>{messages.wouldChange(changed)}</strong> {same > 0 && messages.wouldStay(same)}
      </p>
      {refused > 0 && (
        <Alert tone="warning" title={messages.wouldRefuse(refused)}>
          <ul className="plain-list">
            {refusals.map(({ id, title, error }) => (
              <li key={id}>
                <bdi>{title}</bdi>: {error}
              </li>
            ))}
          </ul>
        </Alert>
      )}
      {changes.map(({ id, before, after }) => (
        <article key={id}>
          <h3 dir="auto">
            <InlineCode text={before.title} />
          </h3>
          <FieldList fields={changesBetween(before, after)} />
        </article>
      ))}
      {changed > changes.length && <p>{messages.andMore(changed - changes.length)}</p>}
    </section>
  )
}
