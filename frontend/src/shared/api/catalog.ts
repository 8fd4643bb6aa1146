import { queryOptions } from '@tanstack/react-query'
import { useLocale } from '../i18n/locale.ts'
import type { Query } from './client.ts'
import { learnerApi } from './client.ts'
/** Public data that many pages use. */

export const learningPathsQuery = queryOptions({
  queryKey: ['catalogue', 'learning-paths'],
  queryFn: async ({ signal }) => (await learnerApi.get('/api/learning-paths', { signal })).data,
})

export const categoriesQuery = queryOptions({
  queryKey: ['catalogue', 'categories'],
  queryFn: async ({ signal }) => (await learnerApi.get('/api/categories', { signal })).data,
})

export const topicsQuery = queryOptions({
  queryKey: ['catalogue', 'topics'],
  queryFn: async ({ signal }) => (await learnerApi.get('/api/topics', { signal })).data,
})

export const sectionsQuery = queryOptions({
  queryKey: ['catalogue', 'sections'],
  queryFn: async ({ signal }) => (await learnerApi.get('/api/sections', { signal })).data,
})

export const questionStatsQuery = queryOptions({
  queryKey: ['catalogue', 'stats'],
  queryFn: async ({ signal }) => (await learnerApi.get('/api/questions/stats', { signal })).data,
})

/** Requests questions in the language of the interface. English is the default, so it needs no parameter. */
export function inOwnLanguage(): Query {
  const { language } = useLocale.getState()
  return language === 'en' ? {} : { language }
}
