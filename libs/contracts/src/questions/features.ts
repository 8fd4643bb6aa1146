import { z } from 'zod'
import { longText, shortText, success } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { storedAddress, webAddress } from '../web-address.ts'
import { readEndpoints, storedFields } from './entries.ts'

const texts = z.array(shortText(500)).max(50).optional()

/** A feature of the product and its status. Unknown fields are missing, never made up. */
export const featureDocument = z.object({
  title: shortText(200),
  description: longText(2_000),
  category: z.enum(['Website', 'Admin']),
  section: shortText(100),
  status: z.enum(['completed', 'in-progress', 'pending']),
  priority: z.enum(['Critical', 'High', 'Medium', 'Low']),
  /** Its current or planned address in the product. */
  url: z.string().startsWith('/').max(500).optional(),
  icon: shortText(50).optional(),
  fullStory: longText(10_000).optional(),
  implementation: z
    .object({
      technologies: texts,
      keyFiles: texts,
      components: texts,
      apis: texts,
      database: texts,
      deployment: texts,
    })
    .optional(),
  features: texts,
  benefits: texts,
  challenges: texts,
  solutions: texts,
  testing: texts,
  performance: texts,
  security: texts,
  accessibility: texts,
  futurePlans: texts,
  /** Percent, if in progress. */
  progress: z.int().min(0).max(100).optional(),
  estimatedCompletion: shortText(100).optional(),
  completionDate: z.iso.date().optional(),
  lastUpdated: z.iso.date().optional(),
  contributors: texts,
  estimatedEffort: shortText(100).optional(),
  dependencies: texts,
  nextSteps: texts,
  demoUrl: webAddress.optional(),
  githubUrl: webAddress.optional(),
  documentation: webAddress.optional(),
})
export type FeatureDocument = z.infer<typeof featureDocument>
export const feature = z
  .object({
    ...storedFields,
    ...featureDocument.shape,
    url: z.string().nullable(),
    demoUrl: storedAddress.optional(),
    githubUrl: storedAddress.optional(),
    documentation: storedAddress.optional(),
  })
  .meta({ id: 'Feature' })
export type Feature = z.infer<typeof feature>

export const featureSummary = z
  .object({
    total: z.int(),
    completed: z.int(),
    inProgress: z.int(),
    pending: z.int(),
    website: z.int(),
    admin: z.int(),
    /** Percent completed, rounded. */
    completionRate: z.int(),
  })
  .meta({ id: 'FeatureSummary' })
export type FeatureSummary = z.infer<typeof featureSummary>

/** The public part of a planned feature; technical details are for admins. */
const plannedFeature = feature
  .pick({
    id: true,
    title: true,
    description: true,
    section: true,
    status: true,
    priority: true,
    url: true,
  })
  .meta({ id: 'PlannedFeature' })

export const listPlannedFeatures = endpoint({
  method: 'GET',
  path: '/api/features/planned',
  service: 'questions',
  access: 'anyone',
  cache: 'revalidate',
  tag: 'library',
  summary: 'List planned features that are not built yet',
  response: {
    200: success({
      data: z.array(plannedFeature),
      count: z.int(),
    }),
  },
})

export const featureEndpoints = readEndpoints({
  path: '/api/features',
  noun: 'Feature',
  view: feature,
  filters: ['category', 'status', 'priority', 'section'],
  extras: { summary: featureSummary },
  access: 'admin',
  cache: 'revalidate',
})
