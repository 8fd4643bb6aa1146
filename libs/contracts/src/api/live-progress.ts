import { z } from 'zod'
import { progressSummary } from './progress.ts'

/**
 * What a message of the live stream carries in its `data`: how the learner stands now, and which kinds of facts brought
 * them there since the message before (by their names in docs/events.md).
 */
export const progressChange = z
  .object({ progress: progressSummary, happened: z.array(z.string()) })
  .meta({ id: 'ProgressChange' })
export type ProgressChange = z.infer<typeof progressChange>

/** The `event` field of such messages. */
export const progressChangeEvent = 'progress'
