import { z } from 'zod'
import { longText, shortText, slug, success, uuid } from '../common.ts'
import { BODY_LIMIT, TEXT_MAX } from '../constants.ts'
import { endpoint } from '../endpoint.ts'
import { entryFields, libraryEndpoints } from './entries.ts'
import { PLAN_DEFAULTS } from './plan-defaults.ts'

const planDifficulty = z.enum(['Beginner', 'Intermediate', 'Advanced'])

export const planSection = z.object({
  id: slug,
  name: shortText(100),
  /** The name of the category that its questions come from. */
  category: shortText(100),
  /** Chosen questions; without any, they are drawn from the category. */
  questions: z.array(uuid).max(2_000).default([]),
  /** Its share of the plan's questions, relative to the other sections. */
  weight: z.number().min(0).max(1_000).default(1),
  order: z.int().min(0).max(1_000).default(0),
})

/** A template of a guided plan, as its author writes it. */
export const planDocument = z.object({
  name: shortText(TEXT_MAX.planName),
  /** Days. */
  duration: z.int().min(1).max(365).default(PLAN_DEFAULTS.duration),
  description: longText(2_000).default(''),
  difficulty: planDifficulty.default(PLAN_DEFAULTS.difficulty),
  totalQuestions: z.int().min(1).max(100_000).default(PLAN_DEFAULTS.totals[0]),
  /** An even share by default. */
  dailyQuestions: z.int().min(1).max(10_000).optional(),
  sections: z.array(planSection).max(50).default([]),
  features: z.array(shortText(200)).max(50).default([]),
  estimatedTime: shortText(100).default(PLAN_DEFAULTS.estimatedTime),
  /** By default according to its duration. */
  isRecommended: z.boolean().optional(),
  isActive: z.boolean().default(true),
})
export type PlanDocument = z.infer<typeof planDocument>

export const plan = z
  .object({
    ...entryFields,
    ...planDocument.shape,
    dailyQuestions: z.int(),
    isRecommended: z.boolean(),
  })
  .meta({ id: 'Plan' })
export type Plan = z.infer<typeof plan>

/**
 * POST /api/guided-learning/plans/check: the questions available for a plan's sections, stored or not; one row for
 * each.
 */
export const planCheckInput = planDocument.pick({ sections: true })
export const planCheckReply = success({
  data: z.array(
    z.object({
      /** The number of its category's questions that learners see; null if there is no such category. */
      available: z.int().nullable(),
      questions: z.array(
        z.object({
          id: uuid,
          title: z.string().nullable(),
          state: z.enum(['open', 'inactive', 'unapproved', 'deleted', 'missing']),
          /** An earlier section of the plan has chosen it. */
          repeated: z.boolean(),
        }),
      ),
    }),
  ),
})
export type PlanCheck = z.infer<typeof planCheckReply>['data']

export const checkPlan = endpoint({
  method: 'POST',
  path: '/api/guided-learning/plans/check',
  service: 'questions',
  access: 'admin',
  limit: 'READ',
  bodyLimit: BODY_LIMIT,
  tag: 'library',
  summary: "Check whether a plan's questions exist, are visible, and are chosen once",
  body: planCheckInput,
  response: { 200: planCheckReply },
})

export const planEndpoints = libraryEndpoints({
  path: '/api/guided-learning/plans',
  noun: 'Plan',
  document: planDocument,
  view: plan,
  filters: ['difficulty'],
  extras: { plans: z.array(plan) },
  writers: 'admin',
})
