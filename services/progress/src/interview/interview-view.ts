import {
  EXAM_QUESTIONS,
  type Interview,
  type InterviewTrack,
  type Pace,
  type PlanProgress,
} from '@rehearse/contracts'
import { questionPage } from '@rehearse/contracts/progress/learner-pages'
import type { Database } from '@rehearse/service-kit'
import { addDays, type Day, daysBetween, localDay } from '../learner/days.ts'
import { readPace } from '../pace/repository.ts'
import { readCompletedSteps, readLessons } from '../paths/repository.ts'
import { readPlans, type StudyDays, studyDaysOf } from '../plans/plan-view.ts'
import { readPlanQuestions } from '../plans/repository.ts'
import { readDefinitions } from '../question-copies/definition-repository.ts'
import { readZone } from '../stats/queries.ts'
import type { Db, ProgressTables } from '../tables.ts'
import { type Cards, type InterviewPlan, type LearningItem, planInterview } from './plan.rules.ts'
import {
  type DueCards,
  findInterview,
  findToken,
  type InterviewRow,
  type PathQuestion,
  readDueCards,
  readFirstAnswers,
  readPathQuestions,
  readReservedIds,
  readReviewTimes,
  readTrackState,
} from './queries.ts'
import { scheduleTrack, trackMinutes } from './track.rules.ts'

interface Asked {
  now: Date
  /** The one that the device reports. */
  timeZone?: string | undefined
  /** An interview that isn't stored, and the questions that would be reserved for it. */
  draft?: { set: InterviewRow; reserved: string[] }
  /** If they have been read. */
  pace?: Pace
  plans?: readonly PlanProgress[]
}

/** A learner's interview with its plan; null if none is set. */
export async function readInterview(db: Db, learnerId: string, asked: Asked): Promise<Interview | null> {
  const found = await readPlan(db, learnerId, asked)
  if (found === null) return null
  const { set, plan, timeZone, today, titles, reserved, pace } = found
  const [first] = plan.days
  const token = await findToken(db, learnerId)
  return {
    date: set.date,
    daysLeft: Math.max(0, daysBetween(today, set.date)),
    learningPaths: set.learning_paths.map((id) => ({ id, title: titles.get(id) ?? id })),
    minutesPerDay: set.minutes_per_day,
    timeZone,
    setAt: set.set_at.toISOString(),
    track: trackOf(set),
    pace,
    today: {
      date: today,
      unseen: (first?.items ?? []).flatMap((item) => (item.kind === 'question' ? [item.questionId] : [])),
      lessons: (first?.items ?? []).flatMap((item) => {
        if (item.kind === 'question') return []
        const { kind: _, ...lesson } = item
        return [lesson]
      }),
      activities: [...(first?.activities ?? [])],
      due: first?.due ?? 0,
      minutes: first?.minutes ?? 0,
    },
    days: plan.days.map(({ items, activities, ...day }, at) => ({
      ...day,
      ...countItems(items),
      activities: [...activities],
      studyPlans: found.studyDays.flatMap(({ planId, name, questions: ofDays }) => {
        const questions = ofDays[at] ?? 0
        return questions === 0
          ? []
          : [{ planId, name, questions, minutes: questions * pace.question.minutes }]
      }),
    })),
    coverage: {
      percent: plan.percent,
      unseenLeft: found.left.unseen,
      lessonsLeft: found.left.lessons,
      extraMinutesPerDay: plan.extraMinutesPerDay,
    },
    learnUntil: plan.learnUntil,
    reservedIds: reserved,
    calendar: { url: token === undefined ? null : calendarUrl(token) },
  }
}

export const calendarUrl = (token: string): string => `/api/calendar/${token}.ics`

export const countItems = (items: readonly LearningItem[]): { unseen: number; lessons: number } => {
  const unseen = items.filter(({ kind }) => kind === 'question').length
  return { unseen, lessons: items.length - unseen }
}

export interface PlanOfLearner {
  set: InterviewRow
  plan: InterviewPlan
  left: { unseen: number; lessons: number }
  timeZone: string
  today: Day
  /** Of the paths, by id. */
  titles: ReadonlyMap<string, string>
  reserved: string[]
  pace: Pace
  studyDays: StudyDays[]
  /** Minutes that study plans still take on each day from today. */
  elsewhere: readonly number[]
  /** Minutes spent on the plan today, and the questions that were answered for the first time. */
  done: { minutes: number; questions: number }
}

/** Milliseconds: longer than any calendar day. */
const aDay = 36 * 60 * 60 * 1_000

/** A learner's plan as of now; null if no interview is set. */
export async function readPlan(
  db: Db,
  learnerId: string,
  { now, ...asked }: Asked,
): Promise<PlanOfLearner | null> {
  const set = asked.draft?.set ?? (await findInterview(db, learnerId))
  if (set === undefined) return null
  const timeZone = asked.timeZone ?? (await readZone(db, learnerId))
  const today = localDay(now, timeZone)
  const since = new Date(now.getTime() - aDay)
  const track = trackOf(set)
  const [paths, reserved, begun, reviews, due, lessons, completed, pace, state, plans, ofPlans] =
    await Promise.all([
      readDefinitions(db, 'learning-path', set.learning_paths),
      asked.draft?.reserved ?? readReservedIds(db, learnerId, now),
      readFirstAnswers(db, learnerId, { day: today, since }),
      readReviewTimes(db, learnerId, since),
      readDueCards(db, learnerId, { now, end: new Date(Date.parse(set.date) + aDay) }),
      readLessons(db, learnerId, set.learning_paths),
      readCompletedSteps(db, learnerId, set.learning_paths),
      asked.pace ?? readPace(db, learnerId),
      track && readTrackState(db, learnerId, { since: weekBefore(now, set.set_at), timeZone }),
      asked.plans ?? readPlans(db, learnerId, now, timeZone),
      readPlanQuestions(db, learnerId, { day: today, since }),
    ])
  const steps = set.learning_paths.flatMap((pathId) =>
    (paths.get(pathId)?.steps ?? []).map((step) => ({ ...step, pathId })),
  )
  const withoutSteps = set.learning_paths.filter((pathId) => !steps.some((step) => step.pathId === pathId))
  const questions = await readPathQuestions(db, learnerId, {
    ids: steps.flatMap(({ questionIds }) => questionIds),
    paths: withoutSteps,
  })
  const learning = toItems(steps, withoutSteps, questions, {
    reserved: new Set(reserved),
    begun: new Set(begun),
    readOn: new Map(lessons.map((lesson) => [keyOf(lesson), localDay(lesson.readAt, timeZone)])),
    completed: new Set(completed.map(keyOf)),
    today,
    pace,
  })
  const isNew = new Set(begun)
  const reviewed = reviews.filter(
    ({ questionId, at }) => !isNew.has(questionId) && localDay(at, timeZone) === today,
  )
  const span = {
    today,
    setOn: localDay(set.set_at, timeZone),
    date: set.date,
    minutesPerDay: set.minutes_per_day,
  }
  const studyDays = studyDaysOf(plans)
  const elsewhere = Array.from({ length: longestOf(studyDays) }, (_, at) =>
    studyDays.reduce((sum, { questions: ofDays }) => sum + (ofDays[at] ?? 0) * pace.question.minutes, 0),
  )
  // What was done of them today still takes its minutes from activities: they don't appear while one works.
  const begunElsewhere = [(elsewhere[0] ?? 0) + ofPlans.length * pace.question.minutes, ...elsewhere.slice(1)]
  const activities =
    track && state
      ? scheduleTrack({
          ...span,
          ...state,
          track,
          elsewhere: begunElsewhere,
          pace,
          examQuestions: examLength(reserved.length),
        })
      : []
  const pages = new Set(activities.flat().map(({ to }) => to))
  const doneActivities = state ? trackMinutes(state.done, { ...span, pace }) : 0
  const items = learning.items.filter(
    (item) => item.kind !== 'question' || !pages.has(questionPage(item.questionId)),
  )
  const doneElsewhere = ofPlans.filter((questionId) => !learning.counted.has(questionId)).length
  const plan = planInterview({
    ...span,
    items,
    activities,
    elsewhere,
    cards: toCards(due, timeZone, today),
    minutesPer: { question: pace.question.minutes, card: pace.card.minutes },
    done: {
      minutes: learning.done,
      cards: reviewed.length,
      activities: doneActivities,
      elsewhere: doneElsewhere * pace.question.minutes,
    },
  })
  return {
    ...{ set, plan, timeZone, today, reserved, pace, studyDays, elsewhere, left: countItems(items) },
    done: {
      minutes: learning.done + reviewed.length * pace.card.minutes + doneActivities,
      questions: begun.length,
    },
    titles: new Map([...paths].map(([id, { name }]) => [id, name])),
  }
}

const longestOf = (studyDays: readonly StudyDays[]): number =>
  Math.max(0, ...studyDays.map(({ questions }) => questions.length))

const trackOf = ({ track_role: role, track_level: level }: InterviewRow): InterviewTrack | null =>
  role === null || level === null ? null : { role, level }

/** A week ago, or when the interview was set. A changed interview keeps what was done before. */
const weekBefore = (now: Date, setAt: Date): Date =>
  new Date(Math.min(setAt.getTime(), now.getTime() - 7 * 24 * 60 * 60 * 1_000))

/** How many questions the mock exam of a plan has; 0 if too few are reserved for one. */
const examLength = (reserved: number): number =>
  reserved < EXAM_QUESTIONS.min ? 0 : Math.min(reserved, EXAM_QUESTIONS.default)

interface Step {
  pathId: string
  id: string
  title: string
  questionIds: readonly string[]
  lessonWords?: number | undefined
}

/** How many due cards the plan has room for today, by learner; null without a plan. */
export const cardsToday =
  ({ db }: Database<ProgressTables>) =>
  async (learnerId: string, now: Date): Promise<number | null> =>
    (await readPlan(db, learnerId, { now }))?.plan.days[0]?.due ?? null

/** Whole minutes to read a lesson; 0 without one. */
export const lessonMinutes = (words: number, { lesson }: Pick<Pace, 'lesson'>): number =>
  words === 0 ? 0 : Math.max(1, Math.round(words / lesson.wordsPerMinute))

const keyOf = ({ pathId, stepId }: { pathId: string; stepId: string }) => `${pathId}/${stepId}`

/**
 * What is left of the paths, in their order. A step's lesson is left until it was read or its step is completed: an
 * answer to one of its questions may come from free practice. Paths without steps have questions only.
 */
function toItems(
  steps: readonly Step[],
  withoutSteps: readonly string[],
  questions: readonly PathQuestion[],
  {
    reserved,
    begun,
    ...known
  }: {
    reserved: ReadonlySet<string>
    /** Questions answered for the first time today. */
    begun: ReadonlySet<string>
    /** When lessons were read, by path and step. */
    readOn: ReadonlyMap<string, Day>
    completed: ReadonlySet<string>
    today: Day
    pace: Pace
  },
): { items: LearningItem[]; done: number; counted: ReadonlySet<string> } {
  const byId = new Map(questions.map((question) => [question.questionId, question]))
  const items: LearningItem[] = []
  const planned = new Set<string>()
  /** Questions whose minutes are part of `done`. */
  const counted = new Set<string>()
  let done = 0
  const add = ({ questionId, isSeen }: PathQuestion) => {
    if (planned.has(questionId) || reserved.has(questionId)) return
    planned.add(questionId)
    if (begun.has(questionId)) {
      counted.add(questionId)
      done += known.pace.question.minutes
    }
    if (!isSeen) items.push({ kind: 'question', questionId })
  }
  for (const { pathId, id: stepId, title, questionIds, lessonWords = 0 } of steps) {
    const own = questionIds.flatMap((id) => byId.get(id) ?? [])
    const minutes = lessonMinutes(lessonWords, known.pace)
    if (minutes > 0 && own.length > 0) {
      const readOn = known.readOn.get(keyOf({ pathId, stepId }))
      if (readOn === known.today) done += minutes
      const isLeft = readOn === undefined && !known.completed.has(keyOf({ pathId, stepId }))
      if (isLeft) items.push({ kind: 'lesson', pathId, stepId, title, minutes })
    }
    own.forEach(add)
  }
  for (const pathId of withoutSteps) {
    questions.filter(({ learningPath }) => learningPath === pathId).forEach(add)
  }
  return { items, done, counted }
}

/** Cards that are due later today can't be reviewed yet: they are planned for tomorrow until they are due. */
function toCards(due: readonly DueCards[], timeZone: string, today: Day): Cards[] {
  const tomorrow = addDays(today, 1)
  return due.map(({ at, isDue, interval, count }) => {
    const day = localDay(at, timeZone)
    return { due: isDue ? today : day > today ? day : tomorrow, interval, count }
  })
}
