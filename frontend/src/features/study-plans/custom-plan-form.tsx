import type { Category, LearningPath } from '@rehearse/contracts'
import { TEXT_MAX } from '@rehearse/contracts/constants'
import { type FormEvent, useState } from 'react'
import type { FieldErrors } from '../../shared/api/api-error.ts'
import { usePace } from '../../shared/api/pace.ts'
import { CUSTOM_PLAN_DAILY_MAX, CUSTOM_PLAN_DAYS } from '../../shared/constants.ts'
import { useFormat } from '../../shared/i18n/format.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { Alert } from '../../shared/ui/alert.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { CheckboxField, SelectField, TextField } from '../../shared/ui/fields.tsx'
import rows from '../../shared/ui/rows.module.css'
import { useFocusFirstError } from '../../shared/ui/use-focus-first-error.ts'
import { type CustomPlanDraft, minutesOf, PARTS_MAX, targetsOf } from './custom-plan-draft.ts'
import { useStudyPlanMessages } from './messages.en.ts'
import styles from './study-plans.module.css'

const difficulties = ['Beginner', 'Intermediate', 'Advanced'] as const

/** The form for a custom plan, with a preview. */
export function CustomPlanForm({
  begin,
  categories,
  paths,
  isNew,
  pending,
  problem,
  onSave,
}: {
  begin: CustomPlanDraft
  categories: readonly Category[]
  paths: readonly LearningPath[]
  /** Whether it doesn't exist yet, so that it can be started right away. */
  isNew: boolean
  pending: boolean
  problem: string | undefined
  onSave: (draft: CustomPlanDraft, andStart: boolean) => void
}) {
  const messages = useStudyPlanMessages()
  const [draft, setDraft] = useState(begin)
  const [problems, setFieldErrors] = useState<FieldErrors>({})
  const form = useFocusFirstError(problems)
  const isTooMuch = draft.categories.length + draft.paths.length > PARTS_MAX
  const change = (part: Partial<CustomPlanDraft>) => setDraft({ ...draft, ...part })

  const save = (andStart: boolean) => {
    const found: FieldErrors = {
      ...(draft.name.trim() === '' && { name: messages.nameError }),
      ...(!isDaily(draft.dailyQuestions) && { dailyQuestions: messages.dailyError(CUSTOM_PLAN_DAILY_MAX) }),
    }
    setFieldErrors(found)
    if (Object.keys(found).length === 0 && !isTooMuch) onSave(draft, andStart)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!pending) save(isNew)
  }

  return (
    <form ref={form} noValidate onSubmit={submit} className={styles.columns}>
      <div className={styles.form}>
        <TextField
          label={messages.name}
          hint={messages.nameHint}
          maxLength={TEXT_MAX.planName}
          dir="auto"
          value={draft.name}
          error={problems.name}
          onChange={(event) => change({ name: event.target.value })}
        />
        <div className={styles.pair}>
          <SelectField
            label={messages.daysTitle}
            value={String(draft.duration)}
            choices={Array.from({ length: CUSTOM_PLAN_DAYS }, (_, before) => ({
              value: String(before + 1),
              label: messages.days(before + 1),
            }))}
            onChange={(event) => change({ duration: Number(event.target.value) })}
          />
          <TextField
            label={messages.dailyLabel}
            type="number"
            min={1}
            max={CUSTOM_PLAN_DAILY_MAX}
            value={draft.dailyQuestions || ''}
            error={problems.dailyQuestions}
            onChange={(event) => change({ dailyQuestions: Number(event.target.value) })}
          />
          <SelectField
            label={messages.difficultyLabel}
            value={draft.difficulty}
            choices={difficulties.map((value) => ({ value, label: messages.difficulty[value] }))}
            onChange={(event) => change({ difficulty: event.target.value as CustomPlanDraft['difficulty'] })}
          />
        </div>
        <Choices
          legend={messages.fieldsLegend}
          choices={categories.map(({ name, questionCount }) => ({ value: name, label: name, questionCount }))}
          chosen={draft.categories}
          onChoose={(chosen) => change({ categories: chosen })}
        />
        <Choices
          legend={messages.pathsLegend}
          choices={paths.map(({ id, title, questionCount }) => ({ value: id, label: title, questionCount }))}
          chosen={draft.paths}
          onChoose={(chosen) => change({ paths: chosen })}
        />
        {isTooMuch && <Alert tone="error">{messages.tooMuch(PARTS_MAX)}</Alert>}
        {problem && <Alert tone="error">{problem}</Alert>}
        <div className={styles.actions}>
          <Button type="submit" variant="primary" pending={pending}>
            {pending ? messages.saving : isNew ? messages.saveAndStart : messages.save}
          </Button>
          {isNew && (
            <Button pending={pending} onClick={() => save(false)}>
              {messages.saveForLater}
            </Button>
          )}
        </div>
      </div>
      <CustomPlanPreview draft={draft} paths={paths} />
    </form>
  )
}

const isDaily = (count: number): boolean =>
  Number.isInteger(count) && count >= 1 && count <= CUSTOM_PLAN_DAILY_MAX

/** The options for the plan; those without questions are disabled. */
function Choices({
  legend,
  choices,
  chosen,
  onChoose,
}: {
  legend: string
  choices: readonly { value: string; label: string; questionCount: number }[]
  chosen: readonly string[]
  onChoose: (chosen: string[]) => void
}) {
  const toggle = (value: string, on: boolean) =>
    onChoose(on ? [...chosen, value] : chosen.filter((other) => other !== value))
  return (
    <fieldset className={styles.choices}>
      <legend>{legend}</legend>
      <div>
        {choices
          .filter(({ value, questionCount }) => questionCount > 0 || chosen.includes(value))
          .map(({ value, label }) => (
            <CheckboxField
              key={value}
              label={label}
              checked={chosen.includes(value)}
              onChange={(event) => toggle(value, event.target.checked)}
            />
          ))}
      </div>
    </fieldset>
  )
}

/** A preview of the plan with the current choices. */
function CustomPlanPreview({ draft, paths }: { draft: CustomPlanDraft; paths: readonly LearningPath[] }) {
  const { common } = useMessages()
  const messages = useStudyPlanMessages()
  const format = useFormat()
  const pace = usePace()
  const total = draft.duration * draft.dailyQuestions
  const titles = new Map(paths.map(({ id, title }) => [id, title]))
  const parts = [...draft.categories, ...draft.paths.map((id) => titles.get(id) ?? id)]
  return (
    <section aria-labelledby="preview" className={styles.preview}>
      <h2 id="preview">{messages.preview}</h2>
      <p aria-live="polite" data-numeric className={rows.quiet}>
        {messages.previewLine(common.questions(total), messages.days(draft.duration))}{' '}
        {messages.minutesADay(minutesOf(draft, pace))}
      </p>
      <ol className={`plain-list ${styles.list}`}>
        {targetsOf(draft).map(({ day, target }) => (
          <li key={day} className={styles.day}>
            <p className={styles.dayName}>{messages.day(format.number(day))}</p>
            <p className={rows.quiet}>{common.questions(target)}</p>
          </li>
        ))}
      </ol>
      <h3>{messages.sectionsTitle}</h3>
      {parts.length === 0 && <p className={rows.quiet}>{messages.allFields}</p>}
      <ul className={styles.plain}>
        {parts.map((part) => (
          <li key={part}>
            <bdi>{part}</bdi>{' '}
            <span data-numeric className={rows.quiet}>
              {messages.about(common.questions(Math.round(total / parts.length)))}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
