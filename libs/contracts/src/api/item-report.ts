import { z } from 'zod'
import { pageQuery, pagination, success, uuid } from './common.ts'

/** What is wrong with a question, by how learners do with it; the gravest first. */
export const itemProblem = z.enum([
  /** Those who do well elsewhere get it wrong: its key may be wrong. */
  'negative-discrimination',
  /** An edit made it discriminate less. */
  'worse-after-edit',
  /** Fewer get it right than would by guessing. */
  'below-chance',
  /** It hardly tells those who know from those who don't. */
  'weak-discrimination',
])
export type ItemProblem = z.infer<typeof itemProblem>

/** GET /api/admin/progress/questions. Hardest: by facility, the lowest first. Broken: those with problems, the gravest first. */
export const itemReportQuery = z.object({
  ...pageQuery.shape,
  order: z.enum(['hardest', 'broken']).default('hardest'),
})
export type ItemReportQuery = z.infer<typeof itemReportQuery>

/** A question by its newest version that has figures: see ItemVersionStatistics. */
export const itemReport = z
  .object({
    questionId: uuid,
    title: z.string(),
    version: z.int(),
    /** A newer one is there, which too few have answered yet. */
    newestVersion: z.int(),
    n: z.int(),
    facility: z.number(),
    discrimination: z.number().nullable(),
    /** Seconds. */
    medianTime: z.number(),
    problems: z.array(itemProblem),
    /** The version before it that has figures. */
    before: z
      .object({ version: z.int(), facility: z.number(), discrimination: z.number().nullable() })
      .nullable(),
  })
  .meta({ id: 'ItemReport' })
export type ItemReport = z.infer<typeof itemReport>

export const itemReportReply = success({ data: z.array(itemReport), pagination })
