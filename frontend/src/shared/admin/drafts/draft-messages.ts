import { type FeatureTables, useFeatureMessages } from '../../i18n/feature-messages.ts'
import { type DraftMessages, drafts } from './messages/en.ts'

const tables: FeatureTables<DraftMessages> = {
  en: () => drafts,
  ar: async () => (await import('./messages/ar.ts')).drafts,
}

export const useDraftMessages = () => useFeatureMessages(tables)
