import type {
  categoryListReply,
  learningPathListReply,
  questionStatsReply,
  sectionListReply,
  topicListReply,
} from '@rehearse/contracts'
import { queryOptions } from '@tanstack/react-query'
import { useLocale } from '../i18n/locale.ts'
import type { Query } from './client.ts'
import { learnerApi } from './client.ts'
import type { Reply } from './reply.ts'

/** What everyone may see and many pages choose from. */

export const learningPathsQuery = queryOptions({
  queryKey: ['catalogue', 'learning-paths'],
  queryFn: async ({ signal }) =>
    (await learnerApi.get<Reply<typeof learningPathListReply>>('/api/learning-paths', { signal })).data,
})

export const categoriesQuery = queryOptions({
  queryKey: ['catalogue', 'categories'],
  queryFn: async ({ signal }) =>
    (await learnerApi.get<Reply<typeof categoryListReply>>('/api/categories', { signal })).data,
})

export const topicsQuery = queryOptions({
  queryKey: ['catalogue', 'topics'],
  queryFn: async ({ signal }) =>
    (await learnerApi.get<Reply<typeof topicListReply>>('/api/topics', { signal })).data,
})

export const sectionsQuery = queryOptions({
  queryKey: ['catalogue', 'sections'],
  queryFn: async ({ signal }) =>
    (await learnerApi.get<Reply<typeof sectionListReply>>('/api/sections', { signal })).data,
})

export const questionStatsQuery = queryOptions({
  queryKey: ['catalogue', 'stats'],
  queryFn: async ({ signal }) =>
    (await learnerApi.get<Reply<typeof questionStatsReply>>('/api/questions/stats', { signal })).data,
})

/** Asks for questions in the language of the interface. They are written in English, so that needs no asking. */
export function inOwnLanguage(): Query {
  const { language } = useLocale.getState()
  return language === 'en' ? {} : { language }
}
