import {
  type AnswerSubmittedData,
  BADGE_POINTS,
  PATH_PROGRESS_PER_SECTION,
  type ProgressResetData,
} from '@rehearse/contracts'
import type { Fact } from './fact.ts'
import { challengePoints } from './points.ts'

/** Answers, right ones, right ones in a row up to now, and at the longest. */
export type Score = readonly [answered: number, correct: number, run: number, longestRun: number]

/** What badges and milestones are reckoned by, beside a learner's totals. */
export interface Tally {
  /** By scope: see `scopeKey`. */
  scores: Readonly<Record<string, Score>>
  days: {
    /** Days with an answer. */
    active: number
    /** Answers on the busiest of them. */
    busiest: number
    /** Answers on the last of them. */
    last: number
  }
  /** Sections that are completed, each as `sectionKey`. */
  sections: readonly string[]
  /** Completed challenges, with the most points that an attempt at each was worth. */
  challenges: Readonly<Record<string, number>>
  /** Plans that were started: the answers given in each, and how many it asks for. */
  plans: Readonly<Record<string, readonly [answered: number, total: number]>>
  /** Paths with a certificate. */
  certificates: readonly string[]
  cardsReviewed: number
  /** Points that badges have brought. */
  badgePoints: number
}

export const noTally: Tally = {
  scores: {},
  days: { active: 0, busiest: 0, last: 0 },
  sections: [],
  challenges: {},
  plans: {},
  certificates: [],
  cardsReviewed: 0,
  badgePoints: 0,
}

const noScore: Score = [0, 0, 0, 0]

/** All answers (''), those of a category, of a difficulty, or of both. */
export function scopeKey(only: { category?: string | undefined; difficulty?: string | undefined }): string {
  if (only.category === undefined) return only.difficulty ?? ''
  return `${only.difficulty ?? ''}/${only.category}`
}

/** The scopes that an answer counts in. */
const scopesOf = (category: string, difficulty: string): string[] =>
  [{}, { category }, { difficulty }, { category, difficulty }].map(scopeKey)

const pathOf = (key: string) => key.slice(0, key.indexOf('/'))

export function scoreOf(tally: Tally, only: Parameters<typeof scopeKey>[0] = {}): Score {
  return tally.scores[scopeKey(only)] ?? noScore
}

export function sectionKey(pathId: string, sectionId: string): string {
  return `${pathId}/${sectionId}`
}

/** Paths at 100 percent. */
export function completePaths({ sections }: Tally): string[] {
  const byPath = Map.groupBy(sections, pathOf)
  return [...byPath].flatMap(([path, done]) => (done.length * PATH_PROGRESS_PER_SECTION >= 100 ? [path] : []))
}

/** How many plans a learner is through with. */
export function plansCompleted({ plans }: Tally): number {
  return Object.values(plans).filter(([answered, total]) => answered >= total).length
}

/** Different categories with a right answer. */
export function categoriesKnown(tally: Tally): number {
  return Object.entries(tally.scores).filter(([key, [, correct]]) => key.startsWith('/') && correct > 0)
    .length
}

/** What belongs to no day: days are added by whoever knows whether the fact came late. */
export function evolveTally(tally: Tally, fact: Fact): Tally {
  switch (fact.type) {
    case 'AnswerSubmitted': {
      const { category, difficulty, isCorrect } = fact.data
      const scores = { ...tally.scores }
      for (const key of scopesOf(category, difficulty)) {
        scores[key] = addTo(scores[key] ?? noScore, isCorrect)
      }
      return { ...tally, scores, plans: addToPlan(tally.plans, fact.data) }
    }
    case 'AnswerRegraded': {
      const { category, difficulty, isCorrect, counts } = fact.data
      if (!counts.totals) return tally
      const scores = { ...tally.scores }
      for (const key of scopesOf(category, difficulty)) {
        const [answered, correct, ...runs] = scores[key] ?? noScore
        scores[key] = [answered, correct + (isCorrect ? 1 : -1), ...runs]
      }
      return { ...tally, scores }
    }
    case 'CardReviewed':
      return { ...tally, cardsReviewed: tally.cardsReviewed + 1 }
    case 'SectionCompleted': {
      const key = sectionKey(fact.data.pathId, fact.data.sectionId)
      return tally.sections.includes(key) ? tally : { ...tally, sections: [...tally.sections, key] }
    }
    case 'ChallengeAttempted': {
      if (!fact.data.completed) return tally
      const { challengeId } = fact.data
      const best = Math.max(tally.challenges[challengeId] ?? 0, challengePoints(fact.data))
      return { ...tally, challenges: { ...tally.challenges, [challengeId]: best } }
    }
    case 'PlanStarted': {
      const { planId, totalQuestions } = fact.data
      return {
        ...tally,
        plans: { ...tally.plans, [planId]: [tally.plans[planId]?.[0] ?? 0, totalQuestions] },
      }
    }
    case 'PlanReset':
      return { ...tally, plans: withoutAnswers(tally.plans, fact.data.planId) }
    case 'CertificateIssued':
      return { ...tally, certificates: [...tally.certificates, fact.data.pathId] }
    case 'BadgeEarned':
      return { ...tally, badgePoints: tally.badgePoints + BADGE_POINTS[fact.data.rarity] }
    case 'ProgressReset':
      return resetTally(tally, fact.data)
    default:
      return tally
  }
}

/** What was earned stays, and so do the days on which something was done. */
function resetTally(tally: Tally, { scope, id }: ProgressResetData): Tally {
  const { certificates, badgePoints } = tally
  if (scope === 'all') {
    const days = { ...noTally.days, active: tally.days.active }
    return { ...noTally, days, certificates, badgePoints }
  }
  if (id === null) return tally
  if (scope === 'path') return { ...tally, sections: tally.sections.filter((key) => pathOf(key) !== id) }
  if (scope === 'plan') return { ...tally, plans: withoutAnswers(tally.plans, id) }
  return tally
}

function addToPlan(plans: Tally['plans'], { learningMode, planId }: AnswerSubmittedData): Tally['plans'] {
  const plan = learningMode === 'guided' && planId !== null ? plans[planId] : undefined
  return plan && planId !== null ? { ...plans, [planId]: [plan[0] + 1, plan[1]] } : plans
}

function withoutAnswers(plans: Tally['plans'], planId: string): Tally['plans'] {
  const plan = plans[planId]
  return plan ? { ...plans, [planId]: [0, plan[1]] } : plans
}

function addTo([answered, correct, run, longestRun]: Score, isCorrect: boolean): Score {
  const nextRun = isCorrect ? run + 1 : 0
  return [answered + 1, correct + (isCorrect ? 1 : 0), nextRun, Math.max(longestRun, nextRun)]
}
