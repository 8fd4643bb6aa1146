import { z } from 'zod'
import { timestamp } from '../api/common.ts'

const learner = { learnerId: z.string() }

/** A freeze came or went, on a day of the learner's calendar. */
export const streakFreezeFacts = {
  clear: z.object(learner),
  personal: z.object({ day: z.iso.date() }),
}
export const streakFreezeData = z.object({ ...learner, ...streakFreezeFacts.personal.shape })
export type StreakFreezeData = z.infer<typeof streakFreezeData>

/** A learner has reached a round number of something, for the first time. */
export const milestoneReachedFacts = {
  clear: z.object({ ...learner, milestoneId: z.string() }),
  personal: z.object({ reachedAt: timestamp }),
}
export const milestoneReachedData = z.object({
  ...milestoneReachedFacts.clear.shape,
  ...milestoneReachedFacts.personal.shape,
})
export type MilestoneReachedData = z.infer<typeof milestoneReachedData>

/** A learner is through with a section of a path: by their own word, or since each of its questions was answered right. */
export const sectionCompletedFacts = {
  clear: z.object({
    ...learner,
    pathId: z.string(),
    sectionId: z.string(),
    by: z.enum(['learner', 'answers']),
  }),
  personal: z.object({ completedAt: timestamp }),
}
export const sectionCompletedData = z.object({
  ...sectionCompletedFacts.clear.shape,
  ...sectionCompletedFacts.personal.shape,
})
export type SectionCompletedData = z.infer<typeof sectionCompletedData>
