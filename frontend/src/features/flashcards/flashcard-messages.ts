import { type FeatureTables, useFeatureMessages } from '../../shared/i18n/feature-messages.ts'
import { type FlashcardMessages, flashcards } from './messages/en.ts'

const tables: FeatureTables<FlashcardMessages> = {
  en: () => flashcards,
  ar: async () => (await import('./messages/ar.ts')).flashcards,
}

export const useFlashcardMessages = () => useFeatureMessages(tables)
