import { type FeatureTables, useFeatureMessages } from '../../shared/i18n/feature-messages.ts'
import { type FieldMessages, questionFields } from './messages/en.ts'

const tables: FeatureTables<FieldMessages> = {
  en: () => questionFields,
  ar: async () => (await import('./messages/ar.ts')).questionFields,
}

export const useFieldMessages = () => useFeatureMessages(tables)
