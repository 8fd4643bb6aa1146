import { z } from 'zod'
import { success } from '../common.ts'
import { endpoint } from '../endpoint.ts'

/** What a learner finds by name besides questions. */
export const searchEntryKind = z.enum([
  'path',
  'step',
  'challenge',
  'guide',
  'article',
  'cheatsheet',
  'list',
  'resource',
  'company',
  'job',
])
export type SearchEntryKind = z.infer<typeof searchEntryKind>

export const searchEntry = z
  .object({
    kind: searchEntryKind,
    /** With `kind`, the address of its page; of a step, the path's id and its own: `react-mastery/effects`. */
    id: z.string(),
    title: z.string(),
    /** A one-line description. */
    text: z.string(),
    /** More words that match it: tags, headings, lines of code. */
    words: z.array(z.string()),
  })
  .meta({ id: 'SearchEntry' })
export type SearchEntry = z.infer<typeof searchEntry>

/** Small enough to be searched on the page, at each key. */
export const getSearchIndex = endpoint({
  method: 'GET',
  path: '/api/search-index',
  service: 'questions',
  access: 'anyone',
  cache: 'until-changed',
  tag: 'library',
  summary: 'Get the search index of everything but questions',
  response: { 200: success({ data: z.array(searchEntry) }) },
})
