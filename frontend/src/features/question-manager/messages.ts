import { type FeatureTables, useFeatureMessages } from '../../shared/i18n/feature-messages.ts'
import { type ManagerMessages, manager } from './messages.en.ts'

const tables: FeatureTables<ManagerMessages> = {
  en: () => manager,
  ar: async () => (await import('./messages.ar.ts')).manager,
}

export const useManagerMessages = () => useFeatureMessages(tables)
