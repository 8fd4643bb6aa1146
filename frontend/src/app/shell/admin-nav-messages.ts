import { type FeatureTables, useFeatureMessages } from '../../shared/i18n/feature-messages.ts'
import { type AdminNavMessages, adminNav } from './messages/en.ts'

const tables: FeatureTables<AdminNavMessages> = {
  en: () => adminNav,
  ar: async () => (await import('./messages/ar.ts')).adminNav,
}

export const useAdminNavMessages = () => useFeatureMessages(tables)
