import { type FeatureTables, useFeatureMessages } from '../../shared/i18n/feature-messages.ts'
import { type AdminSessionMessages, adminSession } from './messages.en.ts'

const tables: FeatureTables<AdminSessionMessages> = {
  en: () => adminSession,
  ar: async () => (await import('./messages.ar.ts')).adminSession,
}

export const useAdminSessionMessages = () => useFeatureMessages(tables)
