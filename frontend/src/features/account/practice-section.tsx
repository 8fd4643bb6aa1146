import type { Preferences, Profile } from '@rehearse/contracts'
import { WANTED_CHANCE } from '@rehearse/contracts/adaptive'
import { DAILY_GOAL } from '@rehearse/contracts/constants'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { FieldErrors } from '../../shared/api/api-error.ts'
import { categoriesQuery } from '../../shared/api/catalog.ts'
import { interviewQuery } from '../../shared/api/interview.ts'
import { useFormat } from '../../shared/i18n/format.ts'
import { isLanguage, languageNames, languages } from '../../shared/i18n/languages.ts'
import { useLocale, useMessages } from '../../shared/i18n/locale.ts'
import { useTheme } from '../../shared/theme.ts'
import { Button, ButtonLink } from '../../shared/ui/button.tsx'
import { CheckboxField, SelectField, TextField } from '../../shared/ui/fields.tsx'
import { isWholeNumberIn, NumberField } from '../../shared/ui/number-field.tsx'
import { SettingsSection } from '../../shared/ui/settings-section.tsx'
import { useAccountMessages } from './messages.en.ts'
import styles from './settings.module.css'
import { preferencesWrites, SettingsForm, textOf, usePreferencesWrite } from './settings-form.tsx'

export function PracticeSection({ profile }: { profile: Profile }) {
  const { practice: messages } = useAccountMessages().settings
  const setLanguage = useLocale((state) => state.setLanguage)
  const chooseTheme = useTheme((state) => state.choose)
  const { store } = usePreferencesWrite(profile)
  const { preferences } = profile

  const check = (filled: FormData): FieldErrors => {
    return {
      ...(!isWholeNumberIn(textOf(filled, 'dailyGoal'), DAILY_GOAL) && {
        dailyGoal: messages.dailyGoalError,
      }),
      ...(!isWholeNumberIn(textOf(filled, 'targetAccuracy'), WANTED_CHANCE) && {
        targetAccuracy: messages.targetAccuracyError,
      }),
      ...(textOf(filled, 'studyFrom') === textOf(filled, 'studyTo') && { studyHours: messages.studyError }),
    }
  }
  const send = async (filled: FormData) => {
    const chosen = preferencesOf(filled)
    const stored = await store((before) => ({ ...before, ...chosen }))
    if (stored.theme !== preferences.theme) chooseTheme(stored.theme)
    // This device may show another language than the account's: only a new choice changes the page.
    if (isLanguage(stored.language) && stored.language !== preferences.language) {
      await setLanguage(stored.language)
    }
  }

  return (
    <SettingsSection anchor="practice" title={messages.title} lead={messages.lead}>
      <SettingsForm queue={preferencesWrites} check={check} send={send}>
        {(problems) => (
          <>
            <AppearanceFields preferences={preferences} problems={problems} />
            <LearningFields preferences={preferences} problems={problems} />
          </>
        )}
      </SettingsForm>
      <InterviewDate uid={profile.uid} />
    </SettingsSection>
  )
}

/** Selects only offer valid values, so the casts are safe; the server validates anyway. */
function preferencesOf(
  filled: FormData,
): Omit<Preferences, 'notifications' | 'emailUpdates' | 'learningPath' | 'interviewDate'> {
  const all = (name: string) => filled.getAll(name).map(String)
  return {
    theme: textOf(filled, 'theme') as Preferences['theme'],
    language: textOf(filled, 'language'),
    timezone: textOf(filled, 'timezone'),
    learningMode: (textOf(filled, 'learningMode') || null) as Preferences['learningMode'],
    dailyGoal: Number(textOf(filled, 'dailyGoal')),
    targetAccuracy: Number(textOf(filled, 'targetAccuracy')),
    studyHours: { start: textOf(filled, 'studyFrom'), end: textOf(filled, 'studyTo') },
    difficultyPreference: textOf(filled, 'difficultyPreference') as Preferences['difficultyPreference'],
    sections: all('sections'),
    focusAreas: all('focusAreas'),
  }
}

/** The interview date. It belongs to a plan, and is changed where the plan shows. */
function InterviewDate({ uid }: { uid: string }) {
  const { practice: messages } = useAccountMessages().settings
  const format = useFormat()
  const { data: interview, isError } = useQuery(interviewQuery(uid))
  return (
    <div className={styles.device}>
      <div>
        <h3>{messages.interviewDate}</h3>
        <p className={styles.quiet}>
          {interview
            ? format.date(`${interview.date}T12:00`)
            : isError
              ? messages.interviewDateFailed
              : messages.interviewDateNone}
        </p>
      </div>
      <ButtonLink to="/interview">
        {interview ? messages.interviewDateChange : messages.interviewDateSet}
      </ButtonLink>
    </div>
  )
}

/** Display settings: theme, language and time zone. */
function AppearanceFields({ preferences, problems }: { preferences: Preferences; problems: FieldErrors }) {
  const { practice: messages } = useAccountMessages().settings
  const themes = (['system', 'light', 'dark'] as const).map((value) => ({
    value,
    label: messages.themes[value],
  }))
  return (
    <>
      <SelectField
        label={messages.theme}
        name="theme"
        defaultValue={preferences.theme}
        choices={themes}
        error={problems.theme}
      />
      <SelectField
        label={messages.language}
        // The menu may change it in the meantime.
        key={preferences.language}
        hint={messages.languageHint}
        name="language"
        defaultValue={preferences.language}
        choices={languageChoices(preferences.language)}
        error={problems.language}
      />
      <TimeZoneField chosen={preferences.timezone} error={problems.timezone} />
    </>
  )
}

/** Our languages, and the stored one: emails may use a language that these pages don't have. */
function languageChoices(chosen: string) {
  const ours = languageNames.map((name) => ({ value: name as string, label: languages[name].name as string }))
  return ours.some(({ value }) => value === chosen) ? ours : [...ours, { value: chosen, label: chosen }]
}

/** Every time zone the browser knows, with a shortcut to its own. */
function TimeZoneField({ chosen, error }: { chosen: string; error: string | undefined }) {
  const { practice: messages } = useAccountMessages().settings
  const select = useRef<HTMLSelectElement>(null)
  const [shown, setShown] = useState(chosen)
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone
  const zones = [...new Set(['UTC', own, chosen, ...Intl.supportedValuesOf('timeZone')])].sort()

  const takeOwn = () => {
    if (!select.current) return
    select.current.value = own
    // Dispatch the event so that the form registers the change, and keep focus: the button disappears.
    select.current.dispatchEvent(new Event('change', { bubbles: true }))
    select.current.focus()
  }

  return (
    <div className={styles.zone}>
      <SelectField
        ref={select}
        label={messages.timeZone}
        hint={messages.timeZoneHint}
        name="timezone"
        defaultValue={chosen}
        onChange={(event) => setShown(event.target.value)}
        choices={zones.map((zone) => ({ value: zone, label: inWords(zone) }))}
        error={error}
      />
      {shown !== own && (
        <Button size="small" variant="ghost" onClick={takeOwn}>
          {messages.takeZone(inWords(own))}
        </Button>
      )}
    </div>
  )
}

const inWords = (zone: string) => zone.replaceAll('_', ' ')

/** The daily goal, study hours and categories to practice. */
function LearningFields({ preferences, problems }: { preferences: Preferences; problems: FieldErrors }) {
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
        error={problems.learningMode}
      />
      <SelectField
        label={messages.difficulty}
        name="difficultyPreference"
        defaultValue={preferences.difficultyPreference}
        choices={[
          { value: 'mixed', label: messages.mixed },
          { value: 'beginner', label: difficulty.beginner },
          { value: 'intermediate', label: difficulty.intermediate },
          { value: 'advanced', label: difficulty.advanced },
        ]}
        error={problems.difficultyPreference}
      />
      <NumberField
        label={messages.dailyGoal}
        name="dailyGoal"
        range={DAILY_GOAL}
        defaultValue={preferences.dailyGoal}
        error={problems.dailyGoal}
      />
      <NumberField
        label={messages.targetAccuracy}
        hint={messages.targetAccuracyHint}
        name="targetAccuracy"
        range={WANTED_CHANCE}
        defaultValue={preferences.targetAccuracy}
        error={problems.targetAccuracy}
      />
      <div className={styles.pair}>
        <TextField
          label={messages.studyFrom}
          name="studyFrom"
          type="time"
          required
          defaultValue={preferences.studyHours.start}
          error={problems['studyHours.start']}
        />
        <TextField
          label={messages.studyTo}
          name="studyTo"
          type="time"
          required
          defaultValue={preferences.studyHours.end}
          error={problems.studyHours ?? problems['studyHours.end']}
        />
        <p className={styles.quiet}>{messages.studyHint}</p>
      </div>
      <FieldsOfPractice label={messages.sections} name="sections" chosen={preferences.sections} />
      <FieldsOfPractice label={messages.focusAreas} name="focusAreas" chosen={preferences.focusAreas} />
    </>
  )
}

/** The categories to practice, plus stored ones that no longer exist. */
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
