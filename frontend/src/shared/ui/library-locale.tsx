import type { ReactNode } from 'react'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { useLocale } from '../i18n/locale.ts'

/**
 * Tells the component library our language, and our direction: it takes the direction from the script of the language
 * tag, so the tag names a script that runs our way, whatever the language is.
 */
export function LibraryLocale({ children }: { children: ReactNode }) {
  const { language, direction } = useLocale()
  const tag = new Intl.Locale(language, { script: direction === 'rtl' ? 'Arab' : 'Latn' }).toString()
  return <I18nProvider locale={tag}>{children}</I18nProvider>
}
