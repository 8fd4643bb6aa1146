import { z } from 'zod'
import { longText, shortText, slug } from '../common.ts'
import { badge } from '../progress/progress.ts'
import { readEndpoints, storedFields } from './entries.ts'
import { difficulty } from './question.ts'

export const badgeRarity = badge.shape.rarity
export type BadgeRarity = z.infer<typeof badgeRarity>

/** The points of a badge, by rarity. */
export const BADGE_POINTS: Readonly<Record<BadgeRarity, number>> = {
  common: 10,
  rare: 25,
  epic: 50,
  legendary: 100,
}

const atLeast = z.int().min(1).max(1_000_000)
const only = { category: shortText(100).optional(), difficulty: difficulty.optional() }

/** The rule of a badge: a stat of the learner, and its minimum. */
export const badgeRule = z.discriminatedUnion('measure', [
  z.object({ measure: z.literal('answers'), atLeast, ...only }),
  z.object({ measure: z.literal('correctAnswers'), atLeast, ...only }),
  /** Consecutive correct answers. */
  z.object({ measure: z.literal('correctInARow'), atLeast, ...only }),
  /** Percentage of correct answers, once there are enough of them. */
  z.object({ measure: z.literal('accuracy'), atLeast: z.int().min(1).max(100), ofAnswers: atLeast, ...only }),
  z.object({
    measure: z.enum([
      /** The longest streak in days. */
      'streak',
      /** Days with an answer, consecutive or not. */
      'activeDays',
      /** Answers on the same day. */
      'answersInADay',
      /** Distinct categories with a correct answer. */
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

/** Each badge with its points. */
export const badgeDefinition = z
  .object({ ...storedFields, ...badgeDocument.shape, points: z.int() })
  .meta({ id: 'BadgeDefinition' })
export type BadgeDefinition = z.infer<typeof badgeDefinition>

export const badgeEndpoints = readEndpoints({
  path: '/api/badges',
  noun: 'Badge',
  view: badgeDefinition,
  filters: ['rarity'],
})
