import { type FeatureTables, useFeatureMessages } from '../../shared/i18n/feature-messages.ts'
import { type ProgressMessages, progress } from './messages/en.ts'

const tables: FeatureTables<ProgressMessages> = {
  en: () => progress,
  ar: async () => (await import('./messages/ar.ts')).progress,
}

export const useProgressMessages = () => useFeatureMessages(tables)
