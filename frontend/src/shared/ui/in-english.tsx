import { useLocale, useMessages } from '../i18n/locale.ts'
import { Tag } from './tag.tsx'

/** Marks a text as English if the interface is in another language. */
export function InEnglish() {
  const { practice } = useMessages()
  const language = useLocale((state) => state.language)
  return language === 'en' ? null : <Tag>{practice.inEnglish}</Tag>
}
