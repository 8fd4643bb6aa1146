import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { Moon, PilcrowLeft, PilcrowRight, Sun } from 'lucide-react'
import { useSession } from '../../shared/api/session.ts'
import { isLanguage, type Language, languageNames, languages } from '../../shared/i18n/languages.ts'
import { useLocale } from '../../shared/i18n/locale.ts'
import { useTheme } from '../../shared/theme.ts'
import { IconButton } from '../../shared/ui/button.tsx'
import { SelectField } from '../../shared/ui/fields.tsx'
import styles from './preferences.module.css'

/** Theme, direction and language. */
export function Preferences() {
  const { theme, toggle } = useTheme()
  const { language, direction, messages, setLanguage, setDirection } = useLocale()
  const { preferences } = messages
  const uid = useSession()?.uid
  const queryClient = useQueryClient()
  const turned = direction === 'rtl' ? 'ltr' : 'rtl'
  return (
    <fieldset aria-label={preferences.label} className={styles.row}>
      <IconButton
        icon={theme === 'dark' ? Sun : Moon}
        label={theme === 'dark' ? preferences.toLight : preferences.toDark}
        onClick={toggle}
      />
      <IconButton
        icon={turned === 'rtl' ? PilcrowLeft : PilcrowRight}
        label={turned === 'rtl' ? preferences.toRtl : preferences.toLtr}
        onClick={() => setDirection(turned)}
      />
      <SelectField
        label={preferences.language}
        hideLabel
        value={language}
        onChange={(event) => {
          const chosen = event.target.value
          if (!isLanguage(chosen)) return
          void setLanguage(chosen)
          if (uid !== undefined) void saveForAccount(queryClient, uid, chosen).catch(() => undefined)
        }}
        choices={languageNames.map((name) => ({ value: name, label: languages[name].name }))}
      />
    </fieldset>
  )
}

/** Few visitors change the language, so the code for it loads on demand. */
async function saveForAccount(client: QueryClient, uid: string, language: Language): Promise<void> {
  const { keepLanguage } = await import('../../shared/account/profile.ts')
  await keepLanguage(client, uid, language)
}
