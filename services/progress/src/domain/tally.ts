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
}

export const noTally: Tally = {
  scores: {},
  days: { active: 0, busiest: 0, last: 0 },
  sections: [],
  challenges: {},
}

const noScore: Score = [0, 0, 0, 0]

/** All answers (''), those of a category, of a difficulty, or of both. */
export function scopeKey(only: { category?: string | undefined; difficulty?: string | undefined }): string {
  if (only.category === undefined) return only.difficulty ?? ''
  return `${only.difficulty ?? ''}/${only.category}`
}

export function scoreOf(tally: Tally, only: Parameters<typeof scopeKey>[0] = {}): Score {
  return tally.scores[scopeKey(only)] ?? noScore
}

export function sectionKey(pathId: string, sectionId: string): string {
  return `${pathId}/${sectionId}`
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
      for (const only of [{}, { category }, { difficulty }, { category, difficulty }]) {
        const key = scopeKey(only)
        scores[key] = addTo(scores[key] ?? noScore, isCorrect)
      }
      return { ...tally, scores }
    }
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
    default:
      return tally
  }
}

function addTo([answered, correct, run, longestRun]: Score, isCorrect: boolean): Score {
  const nextRun = isCorrect ? run + 1 : 0
  return [answered + 1, correct + (isCorrect ? 1 : 0), nextRun, Math.max(longestRun, nextRun)]
}
