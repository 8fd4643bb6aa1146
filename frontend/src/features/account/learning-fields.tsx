import type { Preferences } from '@rehearse/contracts'
import { useQuery } from '@tanstack/react-query'
import { categoriesQuery } from '../../shared/api/catalogue.ts'
import type { Faults } from '../../shared/api/faults.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { CheckboxField, SelectField, TextField } from '../../shared/ui/fields.tsx'
import { useAccountMessages } from './messages.en.ts'
import styles from './settings.module.css'

/** How much, when, and what about. */
export function LearningFields({ preferences, faults }: { preferences: Preferences; faults: Faults }) {
  const { settings } = useAccountMessages()
  const { difficulty } = useMessages()
  const { practice: messages } = settings
  const { none, ...modes } = messages.learningModes
  return (
    <>
      <SelectField
        label={messages.learningMode}
        name="learningMode"
        defaultValue={preferences.learningMode ?? ''}
        choices={[
          { value: '', label: none },
          ...Object.entries(modes).map(([value, label]) => ({ value, label })),
        ]}
        error={faults.learningMode}
      />
      <SelectField
        label={messages.difficulty}
        name="difficultyPreference"
        defaultValue={preferences.difficultyPreference}
        choices={[
          { value: 'mixed', label: messages.mixed },
          { value: 'beginner', label: difficulty.easy },
          { value: 'intermediate', label: difficulty.medium },
          { value: 'advanced', label: difficulty.hard },
        ]}
        error={faults.difficultyPreference}
      />
      <TextField
        label={messages.dailyGoal}
        name="dailyGoal"
        type="number"
        inputMode="numeric"
        min={1}
        max={1_000}
        required
        defaultValue={preferences.dailyGoal}
        error={faults.dailyGoal}
      />
      <div className={styles.pair}>
        <TextField
          label={messages.studyFrom}
          name="studyFrom"
          type="time"
          required
          defaultValue={preferences.studyHours.start}
          error={faults['studyHours.start']}
        />
        <TextField
          label={messages.studyTo}
          name="studyTo"
          type="time"
          required
          defaultValue={preferences.studyHours.end}
          error={faults.studyHours ?? faults['studyHours.end']}
        />
        <p className={styles.quiet}>{messages.studyHint}</p>
      </div>
      <FieldsOfPractice label={messages.sections} name="sections" chosen={preferences.sections} />
      <FieldsOfPractice label={messages.focusAreas} name="focusAreas" chosen={preferences.focusAreas} />
    </>
  )
}

/** What there is to practise, and what was chosen before even where it is no longer on offer. */
function FieldsOfPractice({
  label,
  name,
  chosen,
}: {
  label: string
  name: string
  chosen: readonly string[]
}) {
  const { practice: messages } = useAccountMessages().settings
  const { data: categories = [], isError } = useQuery(categoriesQuery)
  const names = [...new Set([...chosen, ...categories.map((category) => category.name)])]
  return (
    <fieldset>
      <legend className={styles.legend}>{label}</legend>
      <div className={styles.choices}>
        {names.map((field) => (
          <CheckboxField
            key={field}
            label={field}
            name={name}
            value={field}
            defaultChecked={chosen.includes(field)}
          />
        ))}
      </div>
      {isError && <p className={styles.quiet}>{messages.fieldsFailed}</p>}
    </fieldset>
  )
}
