import { type FeatureTables, useFeatureMessages } from '../../shared/i18n/feature-messages.ts'
import { type InterviewMessages, interview } from './messages/en.ts'

const tables: FeatureTables<InterviewMessages> = {
  en: () => interview,
  ar: async () => (await import('./messages/ar.ts')).interview,
}

export const useInterviewMessages = () => useFeatureMessages(tables)
