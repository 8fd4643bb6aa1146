import { useLocale } from '../i18n/locale.ts'
import type { Query } from './client.ts'

/** Asks for questions in the language of the interface. They are written in English, so that needs no asking. */
export function inOwnLanguage(): Query {
  const { language } = useLocale.getState()
  return language === 'en' ? {} : { language }
}
