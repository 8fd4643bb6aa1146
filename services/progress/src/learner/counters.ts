import {
  type AnswerSubmittedData,
  BADGE_POINTS,
  type Difficulty,
  PATH_PROGRESS_PER_SECTION,
  type ProgressResetData,
} from '@rehearse/contracts'
import type { Fact } from './events.ts'
import { challengePoints } from './points.ts'

/** Answers, right ones, right ones in a row up to now, and at the longest. */
export type Score = readonly [answered: number, correct: number, run: number, longestRun: number]

/** A score of all difficulties, then one of each in the order of `difficulties`, in one row: it is stored often. */
export type Scores = readonly number[]

/** What badges and milestones are reckoned by, beside a learner's totals. */
export interface Tally {
  /** Of all answers. */
  all: Scores
  categories: Readonly<Record<string, Scores>>
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
  /** Those of them that the learner only declared complete, as was possible once: they earn nothing. */
  declared: readonly string[]
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

const difficulties: readonly Difficulty[] = ['beginner', 'intermediate', 'advanced']
const figuresOfAScore = 4
const noScores: Scores = Array(figuresOfAScore * (1 + difficulties.length)).fill(0)

export const noTally: Tally = {
  all: noScores,
  categories: {},
  days: { active: 0, busiest: 0, last: 0 },
  sections: [],
  declared: [],
  challenges: {},
  plans: {},
  certificates: [],
  cardsReviewed: 0,
  badgePoints: 0,
}

const pathOf = (key: string) => key.slice(0, key.indexOf('/'))

/** Of all answers, or those of a category, of a difficulty, or of both. */
export function scoreOf(
  tally: Tally,
  only: { category?: string | undefined; difficulty?: Difficulty | undefined } = {},
): Score {
  const scores = only.category === undefined ? tally.all : scoresOf(tally, only.category)
  const at = placeOf(only.difficulty)
  return scores.slice(at, at + figuresOfAScore) as unknown as Score
}

export function sectionKey(pathId: string, sectionId: string): string {
  return `${pathId}/${sectionId}`
}

/** Whether answers have completed a section. */
export function isEarned({ sections, declared }: Tally, pathId: string, sectionId: string): boolean {
  const key = sectionKey(pathId, sectionId)
  return sections.includes(key) && !declared.includes(key)
}

/** Paths at 100 percent by sections that answers have completed. */
export function completePaths({ sections, declared }: Tally): string[] {
  const earned = declared.length === 0 ? sections : sections.filter((key) => !declared.includes(key))
  const byPath = Map.groupBy(earned, pathOf)
  return [...byPath].flatMap(([path, done]) => (done.length * PATH_PROGRESS_PER_SECTION >= 100 ? [path] : []))
}

/** How many plans a learner is through with. */
export function plansCompleted({ plans }: Tally): number {
  return Object.values(plans).filter(([answered, total]) => answered >= total).length
}

/** Different categories with a right answer. */
export function categoriesKnown({ categories }: Tally): number {
  let known = 0
  for (const category in categories) if ((categories[category]?.[1] ?? 0) > 0) known += 1
  return known
}

/** What belongs to no day: days are added by whoever knows whether the fact came late. */
export function evolveTally(tally: Tally, fact: Fact): Tally {
  switch (fact.type) {
    case 'AnswerSubmitted': {
      const { isCorrect } = fact.data
      const count = (score: Score) => addTo(score, isCorrect)
      return { ...withScores(tally, fact.data, count), plans: addToPlan(tally.plans, fact.data) }
    }
    case 'AnswerRegraded': {
      const { isCorrect, counts } = fact.data
      if (!counts.totals) return tally
      const change = isCorrect ? 1 : -1
      return withScores(tally, fact.data, ([answered, correct, ...runs]) => [
        answered,
        correct + change,
        ...runs,
      ])
    }
    case 'CardReviewed':
      return { ...tally, cardsReviewed: tally.cardsReviewed + 1 }
    case 'SectionCompleted': {
      const { pathId, sectionId, by } = fact.data
      const key = sectionKey(pathId, sectionId)
      const isNew = !tally.sections.includes(key)
      const sections = isNew ? [...tally.sections, key] : tally.sections
      if (by === 'answers')
        return { ...tally, sections, declared: tally.declared.filter((one) => one !== key) }
      return { ...tally, sections, declared: isNew ? [...tally.declared, key] : tally.declared }
    }
    case 'ChallengeAttempted': {
      if (!fact.data.completed) return tally
      const { challengeId } = fact.data
      const best = Math.max(ownOf(tally.challenges, challengeId) ?? 0, challengePoints(fact.data))
      return { ...tally, challenges: { ...tally.challenges, [challengeId]: best } }
    }
    case 'PlanStarted': {
      const { planId, totalQuestions } = fact.data
      return {
        ...tally,
        plans: { ...tally.plans, [planId]: [ownOf(tally.plans, planId)?.[0] ?? 0, totalQuestions] },
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
  if (scope === 'path') {
    const others = (keys: readonly string[]) => keys.filter((key) => pathOf(key) !== id)
    return { ...tally, sections: others(tally.sections), declared: others(tally.declared) }
  }
  if (scope === 'plan') return { ...tally, plans: withoutAnswers(tally.plans, id) }
  return tally
}

/** Changes the scores that an answer counts in: all and its category, each with and without its difficulty. */
function withScores(
  tally: Tally,
  { category, difficulty }: { category: string; difficulty: Difficulty },
  change: (score: Score) => Score,
): Tally {
  const both = (before: Scores): Scores => {
    const after = [...before]
    for (const at of new Set([0, placeOf(difficulty)])) {
      const score = after.slice(at, at + figuresOfAScore) as unknown as Score
      after.splice(at, figuresOfAScore, ...change(score))
    }
    return after
  }
  const ofCategory = both(scoresOf(tally, category))
  return { ...tally, all: both(tally.all), categories: { ...tally.categories, [category]: ofCategory } }
}

const scoresOf = ({ categories }: Tally, category: string): Scores => ownOf(categories, category) ?? noScores

/** Authors name things as they like, and learners name any plan: `constructor` included, which every object knows. */
const ownOf = <Value>(record: Readonly<Record<string, Value>>, name: string): Value | undefined =>
  Object.hasOwn(record, name) ? record[name] : undefined

/** Where the score of a difficulty begins. */
const placeOf = (difficulty: Difficulty | undefined): number =>
  difficulty === undefined ? 0 : figuresOfAScore * (1 + difficulties.indexOf(difficulty))

function addToPlan(plans: Tally['plans'], { learningMode, planId }: AnswerSubmittedData): Tally['plans'] {
  const plan = learningMode === 'guided' && planId !== null ? ownOf(plans, planId) : undefined
  return plan && planId !== null ? { ...plans, [planId]: [plan[0] + 1, plan[1]] } : plans
}

function withoutAnswers(plans: Tally['plans'], planId: string): Tally['plans'] {
  const plan = ownOf(plans, planId)
  return plan ? { ...plans, [planId]: [0, plan[1]] } : plans
}

function addTo([answered, correct, run, longestRun]: Score, isCorrect: boolean): Score {
  const nextRun = isCorrect ? run + 1 : 0
  return [answered + 1, correct + (isCorrect ? 1 : 0), nextRun, Math.max(longestRun, nextRun)]
}
