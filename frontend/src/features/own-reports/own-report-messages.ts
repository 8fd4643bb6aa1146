import { type FeatureTables, useFeatureMessages } from '../../shared/i18n/feature-messages.ts'
import { type OwnReportMessages, ownReports } from './messages/en.ts'

const tables: FeatureTables<OwnReportMessages> = {
  en: () => ownReports,
  ar: async () => (await import('./messages/ar.ts')).ownReports,
}

export const useOwnReportMessages = () => useFeatureMessages(tables)
