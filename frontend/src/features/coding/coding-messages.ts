import { type FeatureTables, useFeatureMessages } from '../../shared/i18n/feature-messages.ts'
import { type CodingMessages, coding } from './messages/en.ts'

const tables: FeatureTables<CodingMessages> = {
  en: () => coding,
  ar: async () => (await import('./messages/ar.ts')).coding,
}

export const useCodingMessages = () => useFeatureMessages(tables)
