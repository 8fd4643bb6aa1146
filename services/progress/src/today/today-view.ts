import { DAILY_GOAL, PATH_PROGRESS_PER_SECTION, type Pace, type Today } from '@rehearse/contracts'
import { coursePage } from '@rehearse/contracts/progress/learner-pages'
import type { Database } from '@rehearse/service-kit'
import { lessonMinutes, readPlan } from '../interview/interview-view.ts'
import { daysBetween, endOfDay, localDay } from '../learner/days.ts'
import { readPace } from '../pace/repository.ts'
import { findPath, readLessons, readSteps } from '../paths/repository.ts'
import { readPlans } from '../plans/plan-view.ts'
import { findDefinition } from '../question-copies/definition-repository.ts'
import { countCards, dueBy } from '../reviews/queries.ts'
import { countSelectable } from '../sessions/queries.ts'
import { preferredPractice, readDays, readZone } from '../stats/queries.ts'
import type { ProgressTables } from '../tables.ts'
import { minutesOf, partsOf } from './today.rules.ts'

/** What today asks of a learner, by one clock and in one time zone. */
export async function readToday(
  database: Database<ProgressTables>,
  learnerId: string,
  { now, ...asked }: { now: Date; timeZone?: string | undefined },
): Promise<Today> {
  const { db } = database
  const timeZone = asked.timeZone ?? (await readZone(db, learnerId))
  const date = localDay(now, timeZone)
  const [preferred, pace, plans] = await Promise.all([
    preferredPractice(db, learnerId),
    readPace(db, learnerId),
    readPlans(db, learnerId, now, timeZone),
  ])
  const minutesPer = { question: pace.question.minutes, card: pace.card.minutes }
  const target = preferred.dailyGoal ?? DAILY_GOAL.default
  const all = { questions: undefined }
  const [found, due, dueToday, days, course, available] = await Promise.all([
    readPlan(db, learnerId, { now, timeZone, pace, plans }),
    countCards(db, learnerId, dueBy(now), all),
    countCards(db, learnerId, endOfDay(date, timeZone), all),
    readDays(db, learnerId, date),
    readCourse(database, learnerId, { pathId: preferred.learningPath, now, limit: target, pace }),
    countSelectable(db, learnerId, { topics: preferred.topics, learningPath: undefined, now, limit: target }),
  ])
  const goal = { target, done: days.find(({ day }) => day === date)?.answered ?? 0 }
  const [first] = found?.plan.days ?? []
  const isCovered = found?.set.learning_paths.includes(course?.pathId ?? '') ?? false
  const parts = partsOf({
    interview:
      found === null || first === undefined
        ? null
        : {
            date: found.set.date,
            minutesPerDay: found.set.minutes_per_day,
            activities: first.activities,
            lessons: first.items.filter((item) => item.kind === 'lesson'),
            questions: first.items.filter((item) => item.kind === 'question').length,
            cards: first.due,
            room:
              found.set.minutes_per_day -
              first.minutes -
              (found.elsewhere[0] ?? 0) -
              found.done.minutes -
              Math.max(0, goal.done - found.done.questions) * minutesPer.question,
          },
    due,
    plans: plans.flatMap(({ planId, name, duration, progress, ...plan }) => {
      const today = plan.days.find(({ day }) => day === plan.currentDay)
      if (plan.state !== 'running' || today === undefined || today.done >= today.target) return []
      return [{ planId, name, duration, percent: progress, ...today }]
    }),
    course: isCovered ? null : course,
    goal,
    available,
    minutesPer,
  })
  return {
    date,
    timeZone,
    parts,
    minutes: minutesOf(parts),
    pace,
    goal,
    cards: { due, later: Math.max(0, dueToday - due) },
    interview:
      found === null
        ? null
        : { date: found.set.date, daysLeft: Math.max(0, daysBetween(date, found.set.date)) },
    course: course && {
      pathId: course.pathId,
      name: course.name,
      percent: course.percent,
      step: course.step,
      minutes: (course.lesson?.minutes ?? 0) + course.questions * minutesPer.question,
      to: coursePage(course.pathId, course.stepId),
    },
  }
}

/** A path at its first step that isn't complete; null if it is unknown or complete. */
async function readCourse(
  { db }: Database<ProgressTables>,
  learnerId: string,
  { pathId, pace, ...selection }: { pathId: string | null; now: Date; limit: number; pace: Pace },
) {
  const definition = pathId === null ? undefined : await findDefinition(db, 'learning-path', pathId)
  if (pathId === null || definition === undefined) return null
  const [path, progress, lessons] = await Promise.all([
    findPath(db, learnerId, pathId),
    readSteps(db, learnerId, pathId),
    readLessons(db, learnerId, [pathId]),
  ])
  const completed = path?.completedSections ?? []
  const steps = definition.steps ?? []
  const at = steps.findIndex(({ id }) => !completed.includes(id))
  const step = steps[at]
  const known = {
    ...{ pathId, name: definition.name },
    percent: Math.min(100, completed.length * PATH_PROGRESS_PER_SECTION),
  }
  if (step === undefined) {
    if (steps.length > 0) return null
    const questions = await countSelectable(db, learnerId, {
      ...selection,
      topics: null,
      learningPath: pathId,
    })
    return { ...known, stepId: null, step: null, lesson: null, questions }
  }
  const { id: stepId, title } = step
  const answers = [...(progress.find((one) => one.stepId === stepId)?.answers.values() ?? [])]
  const minutes = lessonMinutes(step.lessonWords ?? 0, pace)
  const isLeft = minutes > 0 && !lessons.some((lesson) => lesson.stepId === stepId)
  return {
    ...known,
    stepId,
    step: { id: stepId, title, number: at + 1, of: steps.length },
    lesson: isLeft ? { kind: 'lesson' as const, pathId, stepId, title, minutes } : null,
    questions: answers.filter((answer) => !answer?.isCorrect).length,
  }
}
