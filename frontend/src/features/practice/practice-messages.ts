import { type FeatureTables, useFeatureMessages } from '../../shared/i18n/feature-messages.ts'
import { type PracticeMessages, practice } from './messages/en.ts'

const tables: FeatureTables<PracticeMessages> = {
  en: () => practice,
  ar: async () => (await import('./messages/ar.ts')).practice,
}

/** What only some of practice needs; the sentences of every question are with those of the first visit. */
export const usePracticeMessages = () => useFeatureMessages(tables)
