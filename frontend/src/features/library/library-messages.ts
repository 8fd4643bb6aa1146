import { type FeatureTables, useFeatureMessages } from '../../shared/i18n/feature-messages.ts'
import { type LibraryMessages, library } from './messages/en.ts'

const tables: FeatureTables<LibraryMessages> = {
  en: () => library,
  ar: async () => (await import('./messages/ar.ts')).library,
}

export const useLibraryMessages = () => useFeatureMessages(tables)
