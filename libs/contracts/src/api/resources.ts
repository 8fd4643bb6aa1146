import { z } from 'zod'
import { slug } from './catalogue.ts'
import { longText, shortText } from './common.ts'
import { entryFields, webAddress } from './entries.ts'

const color = z.string().regex(/^#[0-9a-f]{6}$/)

export const resourceCategoryDocument = z.object({
  name: shortText(100),
  description: longText(500),
  /** Name of an icon that the interface has. */
  icon: slug,
  color,
})
export type ResourceCategoryDocument = z.infer<typeof resourceCategoryDocument>

export const resourceCategory = z
  .object({ id: slug, ...resourceCategoryDocument.shape, count: z.int() })
  .meta({ id: 'ResourceCategory' })

/** Something worth reading, watching or using elsewhere. */
export const resourceDocument = z.object({
  title: shortText(200),
  description: longText(2_000),
  url: webAddress,
  /** Id of a resource category. */
  category: slug,
  type: z.enum(['tool', 'article', 'video', 'website', 'podcast', 'course']),
  tags: z.array(shortText(50)).max(30).default([]),
  difficulty: z.enum(['beginner', 'intermediate', 'advanced']).default('beginner'),
  featured: z.boolean().default(false),
})
export type ResourceDocument = z.infer<typeof resourceDocument>

export const resource = z.object({ ...entryFields, ...resourceDocument.shape }).meta({ id: 'Resource' })
export type Resource = z.infer<typeof resource>
