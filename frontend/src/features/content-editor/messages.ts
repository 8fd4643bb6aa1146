import { type FeatureTables, useFeatureMessages } from '../../shared/i18n/feature-messages.ts'
import { type ContentMessages, content } from './messages.en.ts'

const tables: FeatureTables<ContentMessages> = {
  en: () => content,
  ar: async () => (await import('./messages.ar.ts')).content,
}

export const useContentMessages = () => useFeatureMessages(tables)
