import { type FeatureTables, useFeatureMessages } from '../../shared/i18n/feature-messages.ts'
import { type BookmarkMessages, bookmarks } from './messages/en.ts'

const tables: FeatureTables<BookmarkMessages> = {
  en: () => bookmarks,
  ar: async () => (await import('./messages/ar.ts')).bookmarks,
}

export const useBookmarkMessages = () => useFeatureMessages(tables)
