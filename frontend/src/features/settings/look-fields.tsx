import type { Preferences } from '@rehearse/contracts'
import { useAccountMessages } from '../../shared/account/account-messages.ts'
import type { Faults } from '../../shared/api/faults.ts'
import { languageNames, languages } from '../../shared/i18n/languages.ts'
import { SelectField } from '../../shared/ui/fields.tsx'
import { TimeZoneField } from './time-zone-field.tsx'

/** How everything is shown: theme, language, and in which zone a day begins. */
export function LookFields({ preferences, faults }: { preferences: Preferences; faults: Faults }) {
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
