import { z } from 'zod'
import { longText, shortText, slug, success, tagList, timestamp } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { storedAddress, webAddress } from '../web-address.ts'
import { entryFields, libraryEndpoints } from './entries.ts'

const color = z.string().regex(/^#[0-9a-f]{6}$/)

export const resourceCategoryDocument = z.object({
  name: shortText(100),
  description: longText(500),
  /** The name of an icon in the interface. */
  icon: slug,
  color,
})
export type ResourceCategoryDocument = z.infer<typeof resourceCategoryDocument>

export const resourceCategory = z
  .object({ id: slug, ...resourceCategoryDocument.shape, count: z.int() })
  .meta({ id: 'ResourceCategory' })

/** An external resource to read, watch or use. */
export const resourceDocument = z.object({
  title: shortText(200),
  description: longText(2_000),
  url: webAddress,
  /** The id of a resource category. */
  category: slug,
  type: z.enum(['tool', 'article', 'video', 'website', 'podcast', 'course']),
  tags: tagList.default([]),
  difficulty: z.enum(['beginner', 'intermediate', 'advanced']).default('beginner'),
  featured: z.boolean().default(false),
})
export type ResourceDocument = z.infer<typeof resourceDocument>

export const resource = z
  .object({ ...entryFields, ...resourceDocument.shape, url: storedAddress })
  .meta({ id: 'Resource' })
export type Resource = z.infer<typeof resource>

/** The number of pages of 100 to load, how long (ms) they are cached, and how many issues of each state are kept. */
export const ISSUE_LISTING = { pages: 10, pageSize: 100, cacheMs: 300_000, kept: 10 } as const

/** An entry of the built-in list, shown if no repository's issues are available. */
export const builtInIssueDocument = z.object({
  title: shortText(200),
  url: webAddress,
  category: z.enum([
    'Security',
    'Performance',
    'HTML',
    'CSS',
    'API',
    'Interview',
    'TypeScript',
    'JavaScript',
    'React',
    'Testing',
    'React 18',
    'Great Frontend',
    'Blogs',
    'Advanced Topics',
  ]),
  completed: z.boolean().default(false),
})
export type BuiltInIssueDocument = z.infer<typeof builtInIssueDocument>

export const builtInIssue = z
  .object({ id: z.string(), ...builtInIssueDocument.shape, url: storedAddress })
  .meta({ id: 'BuiltInIssue' })
export type BuiltInIssue = z.infer<typeof builtInIssue>

/** An issue as the code host returns it, reduced to these fields. */
export const listedIssue = z.object({
  id: z.int(),
  number: z.int(),
  title: z.string(),
  state: z.enum(['open', 'closed']),
  created_at: timestamp,
  updated_at: timestamp,
  closed_at: timestamp.nullable(),
  labels: z.array(z.object({ name: z.string(), color: z.string().nullable() })),
  user: z.object({ login: z.string(), avatar_url: webAddress }).nullable(),
  html_url: webAddress,
})
export type ListedIssue = z.infer<typeof listedIssue>

export const issueResource = z
  .object({ ...listedIssue.shape, priority: z.enum(['Critical', 'High', 'Medium', 'Low']) })
  .meta({ id: 'IssueResource' })
export type IssueResource = z.infer<typeof issueResource>

const either = z.array(z.union([issueResource, builtInIssue]))

/** GET /api/resources/issues: the first open and closed issues of the repository, or the whole built-in list if there are none. */
export const issueListReply = success({
  data: either,
  count: z.int(),
  stats: z.object({
    total: z.int(),
    open: z.int(),
    closed: z.int(),
    isMockData: z.boolean(),
    openResources: either,
    closedResources: either,
  }),
  /** When the repository was last loaded; null for the built-in list. */
  fetchedAt: timestamp.nullable(),
})
export type IssueList = Omit<z.infer<typeof issueListReply>, 'success'>

export const listIssueResources = endpoint({
  method: 'GET',
  path: '/api/resources/issues',
  service: 'questions',
  access: 'anyone',
  cache: 'revalidate',
  tag: 'library',
  summary: 'List resources from the issues of the configured repository, or the built-in list',
  response: { 200: issueListReply },
})

export const resourceEndpoints = libraryEndpoints({
  path: '/api/resources',
  noun: 'Resource',
  document: resourceDocument,
  view: resource,
  filters: ['category', 'type', 'difficulty', 'searchTerm'],
  extras: { categories: z.array(resourceCategory) },
})
