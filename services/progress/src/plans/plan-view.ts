import type { OwnPlan, PlanDefinedData, PlanProgress } from '@rehearse/contracts'
import { accuracy } from '../learner/figures.ts'
import type { Day } from '../learner/local-day.ts'
import { dailyTargets, type Pause, planDayOf, shares } from '../learner/plan-days.ts'
import type { PlanState } from './plan-moves.ts'

/** A plan as a template, or the learner themselves, states it. */
export type StatedPlan = { planId: string } & (
  | { origin: 'template'; stated: PlanDefinedData }
  | { origin: 'own'; stated: OwnPlan }
)

/** What became of it. */
export interface StartedPlan {
  startedAt: Date
  startedOn: Day
  pauses: readonly Pause[]
}

/** Answers given in it since its start, on one day and in one category. */
export interface PlanAnswers {
  day: Day
  category: string
  answered: number
  correct: number
}

export function stateOf(started: StartedPlan | undefined): PlanState {
  if (started === undefined) return 'not-started'
  const last = started.pauses.at(-1)
  return last !== undefined && last.to === null ? 'paused' : 'running'
}

/** The plan day by day and section by section. */
export function toPlanProgress(
  { planId, origin, stated }: StatedPlan,
  started: StartedPlan | undefined,
  answers: readonly PlanAnswers[],
  today: Day,
): PlanProgress {
  const { name, difficulty, duration, totalQuestions } = stated
  const dailyQuestions = stated.dailyQuestions ?? Math.ceil(totalQuestions / duration)
  const dayOf = (date: Day) => (started ? Math.min(duration, planDayOf(date, started)) : 1)
  const byDay = Map.groupBy(answers, ({ day }) => dayOf(day))
  const all = sum(answers)
  return {
    planId,
    origin,
    name,
    difficulty,
    duration,
    totalQuestions,
    dailyQuestions,
    state: stateOf(started),
    startedAt: started?.startedAt.toISOString() ?? null,
    currentDay: started ? dayOf(today) : null,
    questionsCompleted: all.done,
    correctAnswers: all.correct,
    progress: Math.min(100, accuracy(all.done, totalQuestions)),
    days: dailyTargets({ duration, totalQuestions, dailyQuestions }).map((target, index) => ({
      day: index + 1,
      target,
      ...sum(byDay.get(index + 1) ?? []),
    })),
    sections: toSections(stated, answers),
    document: origin === 'own' ? stated : null,
  }
}

/** Answers of a category fill its sections in their order, each up to its target; the last takes what is left. */
function toSections(stated: StatedPlan['stated'], answers: readonly PlanAnswers[]): PlanProgress['sections'] {
  const ordered = [...stated.sections].sort((a, b) => a.order - b.order)
  const targets = shares(
    stated.totalQuestions,
    ordered.map((section) => section.weight),
  )
  const byCategory = Map.groupBy(answers, ({ category }) => category.toLowerCase())
  const left = new Map([...byCategory].map(([category, rows]) => [category, sum(rows)]))
  return ordered.map(({ id, name, category }, index) => {
    const target = targets[index] ?? 0
    const key = category.toLowerCase()
    const isLast = !ordered.slice(index + 1).some((other) => other.category.toLowerCase() === key)
    const open = left.get(key) ?? sum([])
    const done = isLast ? open.done : Math.min(target, open.done)
    const correct = Math.min(done, open.correct)
    left.set(key, { done: open.done - done, correct: open.correct - correct })
    return { id, name, category, target, done, correct }
  })
}

const sum = (rows: readonly PlanAnswers[]) =>
  rows.reduce(({ done, correct }, row) => ({ done: done + row.answered, correct: correct + row.correct }), {
    done: 0,
    correct: 0,
  })
