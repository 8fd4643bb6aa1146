import { type FeatureTables, useFeatureMessages } from '../../shared/i18n/feature-messages.ts'
import { type AdminDashboardMessages, adminDashboard } from './messages/en.ts'

const tables: FeatureTables<AdminDashboardMessages> = {
  en: () => adminDashboard,
  ar: async () => (await import('./messages/ar.ts')).adminDashboard,
}

export const useAdminDashboardMessages = () => useFeatureMessages(tables)
