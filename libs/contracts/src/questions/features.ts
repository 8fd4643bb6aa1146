import { z } from 'zod'
import { longText, shortText } from '../common.ts'
import { entryFields, webAddress } from './entries.ts'

const texts = z.array(shortText(500)).max(50).optional()

/** A feature of the product and how far it is. What isn't known is left out, never made up. */
export const featureDocument = z.object({
  title: shortText(200),
  description: longText(2_000),
  category: z.enum(['Website', 'Admin']),
  section: shortText(100),
  status: z.enum(['completed', 'in-progress', 'pending']),
  priority: z.enum(['Critical', 'High', 'Medium', 'Low']),
  /** Where it is, or will be, in the product. */
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
  /** Percent; of what is in progress. */
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
  .object({ ...entryFields, ...featureDocument.shape, url: z.string().nullable() })
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
