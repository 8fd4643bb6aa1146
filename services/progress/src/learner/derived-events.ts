import { type Badge, holds } from './badges.ts'
import { completePaths, isEarned, sectionKey } from './counters.ts'
import type { Day } from './days.ts'
import type { Fact } from './events.ts'
import { levelOf } from './points.ts'
import { activityOf, evolveStanding, isLate, type Learner, type Standing, withDays } from './state.ts'
import { freezeLedger, stepStreak } from './streak.ts'

/** A fact that follows from another one, and what tells it apart from its siblings of the same type. */
export interface Consequence {
  fact: Fact
  about: string
}

/** The learner after a fact and all that follows from it; what follows, in order. */
export interface Outcome {
  learner: Learner
  consequences: Consequence[]
}

/**
 * What follows from a fact: freezes come and go with the streak, a section may be completed, and then badges and
 * milestones for as long as one brings the next. Pure, so facts one by one, in groups or replayed give the same.
 * @param badges all that can be earned
 * @param at when the fact was taken in
 */
export function follow(before: Learner, fact: Fact, badges: readonly Badge[], at: Date): Outcome {
  const outcome = freezes(before, fact)
  complete(outcome, fact, at)
  certify(outcome, at)
  award(outcome, badges, at)
  return outcome
}

/** The learner after the fact, and what it did to their freezes. */
function freezes(before: Learner, fact: Fact): Outcome {
  const { learnerId, standing } = before
  if (fact.type === 'ProgressReset' && fact.data.scope === 'all') {
    const days = before.days && new Map([...before.days.keys()].map((day) => [day, 0]))
    return { learner: { ...before, days, standing: evolveStanding(standing, fact) }, consequences: [] }
  }
  const after = { ...before, standing: evolveStanding(standing, fact) }
  const activity = activityOf(fact)
  if (activity === null) return { learner: after, consequences: [] }
  const { day, answered } = activity
  const days = before.days && new Map(before.days).set(day, (before.days.get(day) ?? 0) + answered)
  const move = (type: Extract<Fact['type'], `StreakFreeze${string}`>, on: Day): Consequence => ({
    fact: { type, data: { learnerId, day: on } },
    about: on,
  })
  if (!isLate(standing, day)) {
    const { earned, spent } = stepStreak(standing.streak, day).moves
    return {
      learner: { ...after, days },
      consequences: [
        ...(spent === null ? [] : [move('StreakFreezeSpent', spent)]),
        ...(earned === null ? [] : [move('StreakFreezeEarned', earned)]),
      ],
    }
  }
  if (before.days === null || days === null) throw new Error('a late fact needs the days before it')
  const [was, is] = [freezeLedger(before.days.keys()), freezeLedger(days.keys())]
  return {
    learner: { ...after, days, standing: withDays(after.standing, days) },
    consequences: [
      ...without(was.spent, is.spent).map((on) => move('StreakFreezeReturned', on)),
      ...without(was.earned, is.earned).map((on) => move('StreakFreezeWithdrawn', on)),
      ...without(is.earned, was.earned).map((on) => move('StreakFreezeEarned', on)),
      ...without(is.spent, was.spent).map((on) => move('StreakFreezeSpent', on)),
    ],
  }
}

/** The question that was answered right by a fact, be it afterwards; null where none was. */
function solvedBy({ type, data }: Fact): string | null {
  if (type === 'AnswerSubmitted') return data.isCorrect ? data.questionId : null
  // Unless its path was begun anew since.
  return type === 'AnswerRegraded' && data.isCorrect && data.counts.path ? data.questionId : null
}

/** A right answer may have been the last one that its section still lacked. */
function complete(outcome: Outcome, fact: Fact, at: Date): void {
  const questionId = solvedBy(fact)
  if (questionId === null) return
  const { learner } = outcome
  const section = learner.unsolved.get(questionId)
  if (section === undefined || !section.questionIds.has(questionId)) return
  // The same section is kept once for all its questions, so that they see what the others have settled.
  const left = { ...section, questionIds: new Set(section.questionIds) }
  left.questionIds.delete(questionId)
  const unsolved = new Map(learner.unsolved)
  for (const [id, other] of unsolved) if (other === section) unsolved.set(id, left)
  outcome.learner = { ...learner, unsolved }
  const { pathId, sectionId } = section
  if (left.questionIds.size > 0) return
  if (isEarned(learner.standing.tally, pathId, sectionId)) return
  add(outcome, {
    fact: {
      type: 'SectionCompleted',
      data: { learnerId: learner.learnerId, pathId, sectionId, by: 'answers', completedAt: at.toISOString() },
    },
    about: sectionKey(pathId, sectionId),
  })
}

/** A path that is complete is certified, once: whatever is reset later, the certificate stays. */
function certify(outcome: Outcome, at: Date): void {
  const { learnerId, standing } = outcome.learner
  const { tally } = standing
  for (const pathId of completePaths(tally)) {
    if (tally.certificates.includes(pathId)) continue
    const data = { learnerId, pathId, issuedAt: at.toISOString() }
    add(outcome, { fact: { type: 'CertificateIssued', data }, about: pathId })
  }
}

/** Badges and milestones that are due. A badge brings points, and points may bring a badge. */
export function award(outcome: Outcome, badges: readonly Badge[], at: Date): void {
  const { learnerId } = outcome.learner
  const time = at.toISOString()
  for (;;) {
    const { standing, milestones } = outcome.learner
    const reached = milestonesOf(standing).filter((id) => !milestones.has(id))
    for (const milestoneId of reached) {
      const data = { learnerId, milestoneId, reachedAt: time }
      add(outcome, { fact: { type: 'MilestoneReached', data }, about: milestoneId })
    }
    const due = badges.filter(
      (badge) => !outcome.learner.badges.has(badge.badgeId) && holds(badge.rule, standing),
    )
    if (due.length === 0) return
    for (const { badgeId, title, rarity } of due) {
      const data = { learnerId, badgeId, title, rarity, earnedAt: time }
      add(outcome, { fact: { type: 'BadgeEarned', data }, about: badgeId })
    }
  }
}

function add(outcome: Outcome, consequence: Consequence): void {
  const { fact } = consequence
  const { learner } = outcome
  outcome.consequences.push(consequence)
  outcome.learner = {
    ...learner,
    standing: evolveStanding(learner.standing, fact),
    badges: fact.type === 'BadgeEarned' ? new Set(learner.badges).add(fact.data.badgeId) : learner.badges,
    milestones:
      fact.type === 'MilestoneReached'
        ? new Set(learner.milestones).add(fact.data.milestoneId)
        : learner.milestones,
  }
}

const without = (days: ReadonlySet<Day>, others: ReadonlySet<Day>): Day[] =>
  [...days].filter((day) => !others.has(day))

/** Round numbers worth a word: they bring no points. */
const measures: readonly { measure: string; figure(standing: Standing): number; at: readonly number[] }[] = [
  {
    measure: 'answers',
    figure: (standing) => standing.totalQuestions,
    at: [10, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000],
  },
  {
    measure: 'correct',
    figure: (standing) => standing.correctAnswers,
    at: [10, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000],
  },
  {
    measure: 'streak',
    figure: (standing) => standing.streak.longest,
    at: [7, 14, 30, 60, 100, 200, 365, 1_000],
  },
  { measure: 'level', figure: (standing) => levelOf(standing.points), at: [5, 10, 20, 30, 50, 75, 100] },
]

const steps = measures.flatMap(({ measure, figure, at }) =>
  at.map((step) => ({ id: `${measure}-${step}`, figure, step })),
)

/** The ids of all milestones that a standing amounts to: `answers-10`, `streak-7` … */
function milestonesOf(standing: Standing): string[] {
  return steps.filter(({ figure, step }) => step <= figure(standing)).map(({ id }) => id)
}
