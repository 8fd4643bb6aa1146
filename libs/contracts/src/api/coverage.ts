import { z } from 'zod'
import { success } from './common.ts'

/** What a learning path has for learners, and what it lacks. */
export const pathCoverage = z
  .object({
    pathId: z.string(),
    title: z.string(),
    /** Questions that learners see, and those that wait: inactive or not approved. */
    open: z.int(),
    waiting: z.int(),
    /** Of the open ones. */
    byDifficulty: z.object({ beginner: z.int(), intermediate: z.int(), advanced: z.int() }),
    topics: z.int(),
    withoutExplanation: z.int(),
    withAudio: z.int(),
    /** Categories that the path promises and has no open question of. */
    missingCategories: z.array(z.string()),
    /** What learners reported of its questions and nobody has settled. */
    openReports: z.int(),
  })
  .meta({ id: 'PathCoverage' })
export type PathCoverage = z.infer<typeof pathCoverage>

/** GET /api/admin/reports/coverage: paths in their order. */
export const coverageReply = success({ data: z.array(pathCoverage), count: z.int() })
