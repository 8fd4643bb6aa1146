import { z } from 'zod'
import { longText, shortText, slug } from '../common.ts'
import { badge } from '../progress/progress.ts'
import { entryFields, readEndpoints } from './entries.ts'
import { difficulty } from './question.ts'

export const badgeRarity = badge.shape.rarity
export type BadgeRarity = z.infer<typeof badgeRarity>

/** Points that a badge brings, by rarity. */
export const BADGE_POINTS: Readonly<Record<BadgeRarity, number>> = {
  common: 10,
  rare: 25,
  epic: 50,
  legendary: 100,
}

const atLeast = z.int().min(1).max(1_000_000)
const only = { category: shortText(100).optional(), difficulty: difficulty.optional() }

/** When a badge is earned: a figure of the learner's own log, and the least it must be. */
export const badgeRule = z.discriminatedUnion('measure', [
  z.object({ measure: z.literal('answers'), atLeast, ...only }),
  z.object({ measure: z.literal('correctAnswers'), atLeast, ...only }),
  /** Right answers one after another, without a wrong one between them. */
  z.object({ measure: z.literal('correctInARow'), atLeast, ...only }),
  /** Percent of right answers, once there are enough of them to tell. */
  z.object({ measure: z.literal('accuracy'), atLeast: z.int().min(1).max(100), ofAnswers: atLeast, ...only }),
  z.object({
    measure: z.enum([
      /** Days in a row, at the longest. */
      'streak',
      /** Days with an answer, in a row or not. */
      'activeDays',
      /** Answers on one and the same day. */
      'answersInADay',
      /** Different categories with a right answer. */
      'categories',
      'points',
      'level',
      'challengesCompleted',
      'sectionsCompleted',
      'pathsCompleted',
      'plansCompleted',
      'cardsReviewed',
    ]),
    atLeast,
  }),
])
export type BadgeRule = z.infer<typeof badgeRule>

export const badgeDocument = z.object({
  name: shortText(100),
  description: longText(500),
  icon: slug,
  rarity: badgeRarity,
  rule: badgeRule,
})
export type BadgeDocument = z.infer<typeof badgeDocument>

/** Each badge with the points it brings. */
export const badgeDefinition = z
  .object({ ...entryFields, ...badgeDocument.shape, points: z.int() })
  .meta({ id: 'BadgeDefinition' })
export type BadgeDefinition = z.infer<typeof badgeDefinition>

export const badgeEndpoints = readEndpoints({
  path: '/api/badges',
  noun: 'Badge',
  view: badgeDefinition,
  filters: ['rarity'],
})
