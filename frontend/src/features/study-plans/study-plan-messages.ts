import { type FeatureTables, useFeatureMessages } from '../../shared/i18n/feature-messages.ts'
import { type StudyPlanMessages, studyPlans } from './messages/en.ts'

const tables: FeatureTables<StudyPlanMessages> = {
  en: () => studyPlans,
  ar: async () => (await import('./messages/ar.ts')).studyPlans,
}

export const useStudyPlanMessages = () => useFeatureMessages(tables)
