import { z } from 'zod'
import { success, uuid } from './common.ts'

/** So many first attempts a version needs before its figures say anything; below they are null. */
export const ITEM_STATISTICS_MIN = 30

export const itemStatisticsParams = z.object({ id: uuid })

export const itemVersionStatistics = z
  .object({
    version: z.int(),
    /** First attempts, those of erased learners included. */
    n: z.int(),
    /** Share of right ones: 0 to 1. */
    facility: z.number().nullable(),
    /** Item-rest correlation: -1 to 1; null also where all answered alike. */
    discrimination: z.number().nullable(),
    /** How often each option was chosen, in their order. */
    picks: z
      .array(z.object({ optionId: z.string(), isCorrect: z.boolean(), count: z.int(), share: z.number() }))
      .nullable(),
    /** Seconds. */
    medianTime: z.number().nullable(),
    /** It discriminates less than the version before it: the edit did no good. */
    isWorse: z.boolean(),
  })
  .meta({ id: 'ItemVersionStatistics' })
export type ItemVersionStatistics = z.infer<typeof itemVersionStatistics>

export const itemStatisticsReply = success({
  questionId: uuid,
  title: z.string(),
  /** The newest first. */
  versions: z.array(itemVersionStatistics),
})
