import type { Preferences, Profile } from '@rehearse/contracts'
import { useAccountMessages } from '../../shared/account/account-messages.ts'
import type { Faults } from '../../shared/api/faults.ts'
import { isLanguage } from '../../shared/i18n/languages.ts'
import { useLocale } from '../../shared/i18n/locale.ts'
import { useTheme } from '../../shared/theme.ts'
import { LearningFields } from './learning-fields.tsx'
import { LookFields } from './look-fields.tsx'
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
