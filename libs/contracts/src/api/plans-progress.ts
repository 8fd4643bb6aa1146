import { z } from 'zod'
import { longText, shortText, success, timestamp } from './common.ts'
import { planDocument } from './plans.ts'

/** Plans of their own that a learner may keep. */
export const OWN_PLANS_MAX = 100

const planId = shortText(100)

/** A plan that a learner makes for themselves; the defaults are those of the templates. */
export const ownPlanInput = z.object({
  /** Made by the client: the idempotency key. */
  planId: z.uuid().optional(),
  ...planDocument.omit({ isRecommended: true, isActive: true }).shape,
  description: longText(2_000).default(''),
  sections: planDocument.shape.sections,
})
export type OwnPlanInput = z.infer<typeof ownPlanInput>

export const planParams = z.object({ planId })

/** How far one day of a plan, or one of its sections, has come. */
const step = { target: z.int(), done: z.int(), correct: z.int() }

export const planProgress = z
  .object({
    planId,
    /** A template of the catalogue, or one's own. */
    origin: z.enum(['template', 'own']),
    name: z.string(),
    description: z.string(),
    difficulty: z.enum(['Beginner', 'Intermediate', 'Advanced']),
    /** Days. */
    duration: z.int(),
    totalQuestions: z.int(),
    dailyQuestions: z.int(),
    /** An own plan may not have been started yet. */
    state: z.enum(['not-started', 'running', 'paused']),
    startedAt: timestamp.nullable(),
    /** The day of the plan that today is, from 1; days on which it was paused don't count. Null before its start. */
    currentDay: z.int().nullable(),
    questionsCompleted: z.int(),
    /** Rounded percent, at most 100. */
    progress: z.int(),
    days: z.array(z.object({ day: z.int(), ...step })),
    sections: z.array(z.object({ id: z.string(), name: z.string(), category: z.string(), ...step })),
    createdAt: timestamp.nullable(),
    updatedAt: timestamp.nullable(),
  })
  .meta({ id: 'PlanProgress' })
export type PlanProgress = z.infer<typeof planProgress>

export const planProgressReply = success({ plan: planProgress })
export const planProgressListReply = success({ plans: z.array(planProgress) })
