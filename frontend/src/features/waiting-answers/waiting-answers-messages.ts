import { type FeatureTables, useFeatureMessages } from '../../shared/i18n/feature-messages.ts'
import { type WaitingAnswersMessages, waitingAnswers } from './messages/en.ts'

const tables: FeatureTables<WaitingAnswersMessages> = {
  en: () => waitingAnswers,
  ar: async () => (await import('./messages/ar.ts')).waitingAnswers,
}

export const useWaitingAnswersMessages = () => useFeatureMessages(tables)
