import { type FeatureTables, useFeatureMessages } from '../../shared/i18n/feature-messages.ts'
import { type BulkMessages, bulk } from './messages.en.ts'

const tables: FeatureTables<BulkMessages> = {
  en: () => bulk,
  ar: async () => (await import('./messages.ar.ts')).bulk,
}

export const useBulkMessages = () => useFeatureMessages(tables)
