import { type FeatureTables, useFeatureMessages } from '../../shared/i18n/feature-messages.ts'
import { type BenchMessages, bench } from './messages/en.ts'

const tables: FeatureTables<BenchMessages> = {
  en: () => bench,
  ar: async () => (await import('./messages/ar.ts')).bench,
}

export const useBenchMessages = () => useFeatureMessages(tables)
