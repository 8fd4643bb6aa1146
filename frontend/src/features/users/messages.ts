import { type FeatureTables, useFeatureMessages } from '../../shared/i18n/feature-messages.ts'
import { type UserMessages, users } from './messages.en.ts'

const tables: FeatureTables<UserMessages> = {
  en: () => users,
  ar: async () => (await import('./messages.ar.ts')).users,
}

export const useUserMessages = () => useFeatureMessages(tables)
