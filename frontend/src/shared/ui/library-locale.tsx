import type { ReactNode } from 'react'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { useLocale } from '../i18n/locale.ts'

/**
 * Passes our language and direction to the component library. It derives the direction from the script in the
 * language tag, so the tag names a script of our direction, whatever the language.
 */
export function LibraryLocale({ children }: { children: ReactNode }) {
  const { language, direction } = useLocale()
  const tag = new Intl.Locale(language, { script: direction === 'rtl' ? 'Arab' : 'Latn' }).toString()
  return <I18nProvider locale={tag}>{children}</I18nProvider>
}
