import {
  type AnswerSubmittedData,
  BADGE_POINTS,
  type Difficulty,
  PATH_PROGRESS_PER_SECTION,
  type ProgressResetData,
} from '@rehearse/contracts'
import type { LearnerEvent } from './events.ts'
import { challengePoints } from './points.ts'

/** Answers, correct answers, the current run of correct answers, and the longest run. */
export type Score = readonly [answered: number, correct: number, run: number, longestRun: number]

/**
 * The score of all difficulties, then one per difficulty in the order of `difficulties`. One flat array, since it is
 * stored often.
 */
export type Scores = readonly number[]

/** Counters that badge rules need besides a learner's totals. */
export interface Counters {
  /** The scores of all answers. */
  all: Scores
  categories: Readonly<Record<string, Scores>>
  days: {
    /** Days with an answer. */
    active: number
    /** Answers on the busiest day. */
    busiest: number
    /** Answers on the last active day. */
    last: number
  }
  /** Completed steps of learning paths (and sections, before paths had steps), each as `sectionKey`. */
  sections: readonly string[]
  /** Those that the learner only declared complete, which was once possible: they earn nothing. */
  declared: readonly string[]
  /** Completed challenges, with the most points that an attempt at each earned. */
  challenges: Readonly<Record<string, number>>
  /** Started plans: the answers given in each, and the number it requires. */
  plans: Readonly<Record<string, readonly [answered: number, total: number]>>
  /** Paths with a certificate. */
  certificates: readonly string[]
  cardsReviewed: number
  /** When the learner last reset each path; the key '' means everything. Absent without a reset. */
  resets?: Readonly<Record<string, string>>
  /** Points from badges. */
  badgePoints: number
}

const difficulties: readonly Difficulty[] = ['beginner', 'intermediate', 'advanced']
const scoreLength = 4
const noScores: Scores = Array(scoreLength * (1 + difficulties.length)).fill(0)

/**
 * The order is that of the stored JSON: what changes with every answer comes first, since Postgres writes everything
 * between the first and the last change of a row to the write-ahead log.
 */
export const noCounters: Counters = {
  all: noScores,
  days: { active: 0, busiest: 0, last: 0 },
  categories: {},
  sections: [],
  declared: [],
  challenges: {},
  plans: {},
  certificates: [],
  cardsReviewed: 0,
  badgePoints: 0,
}

const pathOf = (key: string) => key.slice(0, key.indexOf('/'))

/** The score of all answers, or of a category, a difficulty, or both. */
export function scoreOf(
  counters: Counters,
  only: { category?: string | undefined; difficulty?: Difficulty | undefined } = {},
): Score {
  const scores = only.category === undefined ? counters.all : scoresOf(counters, only.category)
  const at = placeOf(only.difficulty)
  return scores.slice(at, at + scoreLength) as unknown as Score
}

export function sectionKey(pathId: string, sectionId: string): string {
  return `${pathId}/${sectionId}`
}

/** Whether answers have completed a section. */
export function isEarned({ sections, declared }: Counters, pathId: string, sectionId: string): boolean {
  const key = sectionKey(pathId, sectionId)
  return sections.includes(key) && !declared.includes(key)
}

/** Paths whose sections are all completed by answers. */
export function completePaths({ sections, declared }: Counters): string[] {
  const earned = declared.length === 0 ? sections : sections.filter((key) => !declared.includes(key))
  const byPath = Map.groupBy(earned, pathOf)
  return [...byPath].flatMap(([path, done]) => (done.length * PATH_PROGRESS_PER_SECTION >= 100 ? [path] : []))
}

/** How many plans a learner has completed. */
export function plansCompleted({ plans }: Counters): number {
  return Object.values(plans).filter(([answered, total]) => answered >= total).length
}

/** The number of categories with a correct answer. */
export function categoriesKnown({ categories }: Counters): number {
  let known = 0
  for (const category in categories) if ((categories[category]?.[1] ?? 0) > 0) known += 1
  return known
}

/** Updates everything except days: the caller adds those, since it knows whether the event is late. */
export function evolveCounters(counters: Counters, event: LearnerEvent): Counters {
  switch (event.type) {
    case 'AnswerSubmitted': {
      const { isCorrect } = event.data
      const count = (score: Score) => addTo(score, isCorrect)
      return { ...withScores(counters, event.data, count), plans: addToPlan(counters.plans, event.data) }
    }
    case 'AnswerRegraded': {
      const { isCorrect, counts } = event.data
      if (!counts.totals) return counters
      const change = isCorrect ? 1 : -1
      return withScores(counters, event.data, ([answered, correct, ...runs]) => [
        answered,
        correct + change,
        ...runs,
      ])
    }
    case 'CardReviewed':
      return { ...counters, cardsReviewed: counters.cardsReviewed + 1 }
    case 'SectionCompleted': {
      const { pathId, sectionId, by } = event.data
      const key = sectionKey(pathId, sectionId)
      const isNew = !counters.sections.includes(key)
      const sections = isNew ? [...counters.sections, key] : counters.sections
      if (by === 'answers')
        return { ...counters, sections, declared: counters.declared.filter((one) => one !== key) }
      return { ...counters, sections, declared: isNew ? [...counters.declared, key] : counters.declared }
    }
    case 'ChallengeAttempted': {
      if (!event.data.completed) return counters
      const { challengeId } = event.data
      const best = Math.max(ownOf(counters.challenges, challengeId) ?? 0, challengePoints(event.data))
      return { ...counters, challenges: { ...counters.challenges, [challengeId]: best } }
    }
    case 'PlanStarted': {
      const { planId, totalQuestions } = event.data
      return {
        ...counters,
        plans: { ...counters.plans, [planId]: [ownOf(counters.plans, planId)?.[0] ?? 0, totalQuestions] },
      }
    }
    case 'PlanReset':
      return { ...counters, plans: withoutAnswers(counters.plans, event.data.planId) }
    case 'CertificateIssued':
      return { ...counters, certificates: [...counters.certificates, event.data.pathId] }
    case 'BadgeEarned':
      return { ...counters, badgePoints: counters.badgePoints + BADGE_POINTS[event.data.rarity] }
    case 'ProgressReset':
      return resetCounters(counters, event.data)
    default:
      return counters
  }
}

/** Certificates, badge points and the number of active days survive a reset. */
function resetCounters(counters: Counters, { scope, id, at }: ProgressResetData): Counters {
  const { certificates, badgePoints } = counters
  if (scope === 'all') {
    const days = { ...noCounters.days, active: counters.days.active }
    return { ...noCounters, days, certificates, badgePoints, resets: { '': at } }
  }
  if (id === null) return counters
  if (scope === 'path') {
    const others = (keys: readonly string[]) => keys.filter((key) => pathOf(key) !== id)
    const resets = { ...counters.resets, [id]: at }
    return { ...counters, resets, sections: others(counters.sections), declared: others(counters.declared) }
  }
  if (scope === 'plan') return { ...counters, plans: withoutAnswers(counters.plans, id) }
  return counters
}

/** Changes the scores that an answer counts toward: all and its category, each with and without its difficulty. */
function withScores(
  counters: Counters,
  { category, difficulty }: { category: string; difficulty: Difficulty },
  change: (score: Score) => Score,
): Counters {
  const both = (before: Scores): Scores => {
    const after = [...before]
    for (const at of new Set([0, placeOf(difficulty)])) {
      const score = after.slice(at, at + scoreLength) as unknown as Score
      after.splice(at, scoreLength, ...change(score))
    }
    return after
  }
  const ofCategory = both(scoresOf(counters, category))
  return {
    ...counters,
    all: both(counters.all),
    categories: { ...counters.categories, [category]: ofCategory },
  }
}

const scoresOf = ({ categories }: Counters, category: string): Scores =>
  ownOf(categories, category) ?? noScores

/** Names come from authors and learners and may be `constructor`, which every object inherits. */
const ownOf = <Value>(record: Readonly<Record<string, Value>>, name: string): Value | undefined =>
  Object.hasOwn(record, name) ? record[name] : undefined

/** The index where the score of a difficulty begins. */
const placeOf = (difficulty: Difficulty | undefined): number =>
  difficulty === undefined ? 0 : scoreLength * (1 + difficulties.indexOf(difficulty))

function addToPlan(
  plans: Counters['plans'],
  { learningMode, planId }: AnswerSubmittedData,
): Counters['plans'] {
  const plan = learningMode === 'guided' && planId !== null ? ownOf(plans, planId) : undefined
  return plan && planId !== null ? { ...plans, [planId]: [plan[0] + 1, plan[1]] } : plans
}

function withoutAnswers(plans: Counters['plans'], planId: string): Counters['plans'] {
  const plan = ownOf(plans, planId)
  return plan ? { ...plans, [planId]: [0, plan[1]] } : plans
}

function addTo([answered, correct, run, longestRun]: Score, isCorrect: boolean): Score {
  const nextRun = isCorrect ? run + 1 : 0
  return [answered + 1, correct + (isCorrect ? 1 : 0), nextRun, Math.max(longestRun, nextRun)]
}
