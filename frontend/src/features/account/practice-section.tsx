import type { Preferences, Profile } from '@rehearse/contracts'
import { useRef, useState } from 'react'
import type { Faults } from '../../shared/api/faults.ts'
import { isLanguage, languageNames, languages } from '../../shared/i18n/languages.ts'
import { useLocale } from '../../shared/i18n/locale.ts'
import { useTheme } from '../../shared/theme.ts'
import { Button } from '../../shared/ui/button.tsx'
import { SelectField } from '../../shared/ui/fields.tsx'
import { LearningFields } from './learning-fields.tsx'
import { useAccountMessages } from './messages.en.ts'
import styles from './settings.module.css'
import { SettingsForm } from './settings-form.tsx'
import { SettingsSection } from './settings-section.tsx'
import { textOf } from './text-of.ts'
import { preferencesWrites, usePreferencesWrite } from './use-preferences-write.ts'

export function PracticeSection({ profile }: { profile: Profile }) {
  const { practice: messages } = useAccountMessages().settings
  const setLanguage = useLocale((state) => state.setLanguage)
  const chooseTheme = useTheme((state) => state.choose)
  const { store } = usePreferencesWrite(profile)
  const { preferences } = profile

  const check = (filled: FormData): Faults => {
    const goal = textOf(filled, 'dailyGoal')
    return {
      ...(!(/^\d{1,4}$/.test(goal) && +goal >= 1 && +goal <= 1_000) && {
        dailyGoal: messages.dailyGoalFault,
      }),
      ...(textOf(filled, 'studyFrom') === textOf(filled, 'studyTo') && { studyHours: messages.studyFault }),
    }
  }
  const send = async (filled: FormData) => {
    const chosen = preferencesOf(filled)
    const stored = await store((before) => ({ ...before, ...chosen }))
    if (stored.theme !== preferences.theme) chooseTheme(stored.theme)
    // These pages may speak another language than the account, by a choice on this device: only a new choice counts here.
    if (isLanguage(stored.language) && stored.language !== preferences.language) {
      await setLanguage(stored.language)
    }
  }

  return (
    <SettingsSection title={messages.title} lead={messages.lead}>
      <SettingsForm queue={preferencesWrites} check={check} send={send}>
        {(faults) => (
          <>
            <LookFields preferences={preferences} faults={faults} />
            <LearningFields preferences={preferences} faults={faults} />
          </>
        )}
      </SettingsForm>
    </SettingsSection>
  )
}

/** The choices offer only what these types allow; the server has the last word. */
function preferencesOf(filled: FormData): Omit<Preferences, 'notifications' | 'emailUpdates'> {
  const all = (name: string) => filled.getAll(name).map(String)
  return {
    theme: textOf(filled, 'theme') as Preferences['theme'],
    language: textOf(filled, 'language'),
    timezone: textOf(filled, 'timezone'),
    learningMode: (textOf(filled, 'learningMode') || null) as Preferences['learningMode'],
    dailyGoal: Number(textOf(filled, 'dailyGoal')),
    studyHours: { start: textOf(filled, 'studyFrom'), end: textOf(filled, 'studyTo') },
    difficultyPreference: textOf(filled, 'difficultyPreference') as Preferences['difficultyPreference'],
    sections: all('sections'),
    focusAreas: all('focusAreas'),
  }
}

/** How everything is shown: theme, language, and in which zone a day begins. */
function LookFields({ preferences, faults }: { preferences: Preferences; faults: Faults }) {
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
        error={faults.theme}
      />
      <SelectField
        label={messages.language}
        // It may be chosen in the menu meanwhile.
        key={preferences.language}
        hint={messages.languageHint}
        name="language"
        defaultValue={preferences.language}
        choices={languageChoices(preferences.language)}
        error={faults.language}
      />
      <TimeZoneField chosen={preferences.timezone} error={faults.timezone} />
    </>
  )
}

/** Ours, and what was chosen elsewhere: mail may come in a language that these pages don't speak. */
function languageChoices(chosen: string) {
  const ours = languageNames.map((name) => ({ value: name as string, label: languages[name].name as string }))
  return ours.some(({ value }) => value === chosen) ? ours : [...ours, { value: chosen, label: chosen }]
}

/** Every zone that this browser knows, with its own to hand. */
function TimeZoneField({ chosen, error }: { chosen: string; error: string | undefined }) {
  const { practice: messages } = useAccountMessages().settings
  const select = useRef<HTMLSelectElement>(null)
  const [shown, setShown] = useState(chosen)
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone
  const zones = [...new Set(['UTC', own, chosen, ...Intl.supportedValuesOf('timeZone')])].sort()

  const takeOwn = () => {
    if (!select.current) return
    select.current.value = own
    // As if chosen by hand, so that the form knows of it; and the focus has somewhere to be when the button goes.
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
