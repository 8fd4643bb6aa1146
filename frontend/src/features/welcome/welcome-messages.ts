import { type FeatureTables, useFeatureMessages } from '../../shared/i18n/feature-messages.ts'
import { type WelcomeMessages, welcome } from './messages/en.ts'

const tables: FeatureTables<WelcomeMessages> = {
  en: () => welcome,
  ar: async () => (await import('./messages/ar.ts')).welcome,
}

export const useWelcomeMessages = () => useFeatureMessages(tables)
