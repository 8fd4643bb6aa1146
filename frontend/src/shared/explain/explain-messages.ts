import { type FeatureTables, useFeatureMessages } from '../i18n/feature-messages.ts'
import { type ExplainMessages, explain } from './messages/en.ts'

const tables: FeatureTables<ExplainMessages> = {
  en: () => explain,
  ar: async () => (await import('./messages/ar.ts')).explain,
}

export const useExplainMessages = () => useFeatureMessages(tables)
