import { z } from 'zod'
import { badgeDefinition, badgeDocument } from '../api/badges.ts'
import { challengeDocument } from '../api/challenges.ts'
import { plan, planSection } from '../api/plans.ts'
import { envelope } from './envelope.ts'

/*
 * What the library defines and others reckon with. Every message holds the whole definition as it now is, so the newest
 * alone counts. `revision` grows with every change of an entry, whatever order messages arrive in: keep the highest,
 * and of a removal its revision too, which is the last that the entry had.
 */

const revision = z.int()
const order = z.int()

/** A badge, with the rule by which it is earned and the points it brings. */
export const badgeDefinedData = z.object({
  badgeId: badgeDefinition.shape.id,
  revision,
  order,
  ...badgeDocument.shape,
  points: z.int(),
})
export type BadgeDefinedData = z.infer<typeof badgeDefinedData>

/** A coding challenge, as far as an attempt at it is judged: neither its tests nor its solution. */
export const challengeDefinedData = z.object({
  challengeId: z.string(),
  revision,
  order,
  title: challengeDocument.shape.title,
  category: challengeDocument.shape.category,
  difficulty: challengeDocument.shape.difficulty,
  testIds: z.array(z.string()),
  /** One for each test. */
  maxScore: z.int(),
})
export type ChallengeDefinedData = z.infer<typeof challengeDefinedData>

/** A template of a guided plan. */
export const planDefinedData = z.object({
  planId: z.string(),
  revision,
  order,
  name: plan.shape.name,
  /** Days. */
  duration: z.int(),
  difficulty: z.enum(['Beginner', 'Intermediate', 'Advanced']),
  totalQuestions: z.int(),
  dailyQuestions: z.int(),
  isActive: z.boolean(),
  /** Each with the questions chosen for it; none: they are drawn from its category, which is a name. */
  sections: z.array(planSection),
})
export type PlanDefinedData = z.infer<typeof planDefinedData>

export const definitionSubjects = {
  badgeDefined: 'questions.badge.defined.v1',
  badgeRemoved: 'questions.badge.removed.v1',
  challengeDefined: 'questions.challenge.defined.v1',
  challengeRemoved: 'questions.challenge.removed.v1',
  planDefined: 'questions.plan.defined.v1',
  planRemoved: 'questions.plan.removed.v1',
} as const

export const badgeDefined = envelope('BadgeDefined', 1, badgeDefinedData)
export const badgeRemoved = envelope('BadgeRemoved', 1, z.object({ badgeId: z.string(), revision }))
export const challengeDefined = envelope('ChallengeDefined', 1, challengeDefinedData)
export const challengeRemoved = envelope(
  'ChallengeRemoved',
  1,
  z.object({ challengeId: z.string(), revision }),
)
export const planDefined = envelope('PlanDefined', 1, planDefinedData)
export const planRemoved = envelope('PlanRemoved', 1, z.object({ planId: z.string(), revision }))

/** By subject: `questions.badge.>`, `questions.challenge.>`, `questions.plan.>`. */
export const badgeMessage = z.discriminatedUnion('type', [badgeDefined, badgeRemoved])
export const challengeMessage = z.discriminatedUnion('type', [challengeDefined, challengeRemoved])
export const planMessage = z.discriminatedUnion('type', [planDefined, planRemoved])
export type BadgeMessage = z.infer<typeof badgeMessage>
export type ChallengeMessage = z.infer<typeof challengeMessage>
export type PlanMessage = z.infer<typeof planMessage>
