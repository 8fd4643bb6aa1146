import { type FeatureTables, useFeatureMessages } from '../../shared/i18n/feature-messages.ts'
import { type NoticeMessages, notices } from './messages/en.ts'

const tables: FeatureTables<NoticeMessages> = {
  en: () => notices,
  ar: async () => (await import('./messages/ar.ts')).notices,
}

export const useNoticeMessages = () => useFeatureMessages(tables)
