import { type FeatureTables, useFeatureMessages } from '../../shared/i18n/feature-messages.ts'
import { type ReportMessages, reports } from './messages.en.ts'

const tables: FeatureTables<ReportMessages> = {
  en: () => reports,
  ar: async () => (await import('./messages.ar.ts')).reports,
}

export const useReportMessages = () => useFeatureMessages(tables)
