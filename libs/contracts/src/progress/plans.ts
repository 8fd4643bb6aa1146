import { z } from 'zod'
import { longText, messageReply, repeatableHeaders, shortText, success, timestamp, uuid } from '../common.ts'
import { BODY_LIMIT, CUSTOM_PLAN } from '../constants.ts'
import { endpoint } from '../endpoint.ts'
import { planDocument, planSection } from '../questions/plans.ts'
import { QUOTAS } from '../quotas.ts'
import { timeZone } from './progress.ts'

/** The maximum number of a learner's custom plans. */
export const CUSTOM_PLANS_MAX = QUOTAS['custom-plans'].total

/** A custom plan: like a template, with lower limits. */
export const customPlan = z.object({
  ...planDocument.pick({
    name: true,
    duration: true,
    difficulty: true,
    totalQuestions: true,
    dailyQuestions: true,
    estimatedTime: true,
  }).shape,
  description: longText(2_000).default(''),
  sections: z
    .array(planSection.extend({ questions: z.array(uuid).max(CUSTOM_PLAN.sectionQuestions).default([]) }))
    .max(CUSTOM_PLAN.sections)
    .default([]),
})
export type CustomPlan = z.infer<typeof customPlan>

/** With an id from the client, the idempotency key: a plan sent twice is created once. */
export const newCustomPlan = customPlan.extend({ planId: uuid.optional() })

export const planParams = z.object({ planId: shortText(100) })
/** The learner's time zone, which decides the current day; by default that of their last answer. */
export const planMomentInput = z.object({ timeZone: timeZone.optional() }).nullish()

/** The progress of one day of a plan, or of one of its sections. */
const step = { target: z.int(), done: z.int(), correct: z.int() }

export const planProgress = z
  .object({
    planId: z.string(),
    /** A template of the catalog, or a custom plan. */
    origin: z.enum(['template', 'own']),
    name: z.string(),
    difficulty: planDocument.shape.difficulty.unwrap(),
    /** Days. */
    duration: z.int(),
    totalQuestions: z.int(),
    dailyQuestions: z.int(),
    /** A custom plan may not have been started yet. */
    state: z.enum(['not-started', 'running', 'paused']),
    startedAt: timestamp.nullable(),
    /** The plan's current day, from 1; a pause stops the count. Null before its start. */
    currentDay: z.int().nullable(),
    questionsCompleted: z.int(),
    correctAnswers: z.int(),
    /** Rounded percent, at most 100. */
    progress: z.int(),
    days: z.array(z.object({ day: z.int(), ...step })),
    sections: z.array(z.object({ id: z.string(), name: z.string(), category: z.string(), ...step })),
    /** Its definition, to be changed by PUT; null for a template. */
    document: customPlan.nullable(),
  })
  .meta({ id: 'PlanProgress' })
export type PlanProgress = z.infer<typeof planProgress>

export const planProgressReply = success({ plan: planProgress })
export const planProgressListReply = success({ plans: z.array(planProgress) })

export const listPlanProgress = endpoint({
  method: 'GET',
  path: '/api/progress/plans',
  service: 'progress',
  access: 'learner',
  summary: 'List your started and custom plans with their days',
  response: { 200: planProgressListReply },
})

export const createCustomPlan = endpoint({
  method: 'POST',
  path: '/api/progress/plans',
  service: 'progress',
  access: 'learner',
  bodyLimit: BODY_LIMIT,
  summary: 'Create a custom plan; idempotent by its id or key',
  headers: repeatableHeaders,
  body: newCustomPlan,
  response: { 201: planProgressReply },
})

export const updateCustomPlan = endpoint({
  method: 'PUT',
  path: '/api/progress/plans/:planId',
  service: 'progress',
  access: 'learner',
  bodyLimit: BODY_LIMIT,
  summary: 'Change a custom plan',
  params: planParams,
  body: customPlan,
  response: { 200: planProgressReply },
})

export const deleteCustomPlan = endpoint({
  method: 'DELETE',
  path: '/api/progress/plans/:planId',
  service: 'progress',
  access: 'learner',
  summary: 'Delete a custom plan',
  params: planParams,
  response: { 200: messageReply },
})

export const startPlan = endpoint({
  method: 'POST',
  path: '/api/progress/plans/:planId/start',
  service: 'progress',
  access: 'learner',
  summary: 'Start a plan, or resume a paused one',
  headers: repeatableHeaders,
  params: planParams,
  body: planMomentInput,
  response: { 200: planProgressReply },
})

export const pausePlan = endpoint({
  method: 'POST',
  path: '/api/progress/plans/:planId/pause',
  service: 'progress',
  access: 'learner',
  summary: 'Pause a plan: its days stop counting',
  headers: repeatableHeaders,
  params: planParams,
  body: planMomentInput,
  response: { 200: planProgressReply },
})

export const resetPlan = endpoint({
  method: 'POST',
  path: '/api/progress/plans/:planId/reset',
  service: 'progress',
  access: 'learner',
  summary: 'Restart a plan today',
  headers: repeatableHeaders,
  params: planParams,
  body: planMomentInput,
  response: { 200: planProgressReply },
})
