import type { PlannedActivity, Today, TodayPart } from '@rehearse/contracts'
import { coursePage, guidedPractice } from '@rehearse/contracts/progress/learner-pages'
import type { LearningItem } from '../interview/plan.rules.ts'

type Lesson = Extract<LearningItem, { kind: 'lesson' }>

/** A running study plan whose day isn't done. */
type RunningPlan = Omit<Extract<TodayPart['why'], { by: 'plan' }>, 'by'>

export interface TodayInput {
  /** The plan up to an interview that is still ahead, with what is left of its day. */
  interview: {
    date: string
    minutesPerDay: number
    /** Of the track, before everything else. */
    activities: readonly PlannedActivity[]
    lessons: readonly Lesson[]
    questions: number
    cards: number
    /** The minutes of today that are neither used nor planned. */
    room: number
  } | null
  /** How many flashcards are due. */
  due: number
  plans: readonly RunningPlan[]
  /** The next step of the chosen path: its lesson, unless it was read, and how many of its questions aren't correct. */
  course: {
    pathId: string
    name: string
    stepId: string | null
    lesson: Lesson | null
    questions: number
  } | null
  goal: { target: number; done: number }
  /** How many questions free practice can select. */
  available: number
  minutesPer: { question: number; card: number }
}

/**
 * What today asks for, in the order to do it. Before an interview its plan is the day: the daily goal gets the minutes that
 * it leaves, and the course waits. Without one, the daily goal asks for the next step of the course, then for any questions.
 */
export function partsOf(input: TodayInput): TodayPart[] {
  const { interview, due, plans, course, goal, available, minutesPer } = input
  const first = interview === null ? [] : interviewParts(interview)
  const planParts = available === 0 ? [] : plans.map(partOfPlan)
  const leftOfGoal = (parts: readonly TodayPart[]) => goal.target - goal.done - countQuestions(parts)
  const courseParts =
    interview === null && course !== null && leftOfGoal(planParts) > 0 ? partsOfCourse(course) : []
  const room = interview === null ? available : Math.floor(interview.room / minutesPer.question + 1e-6)
  const rest = Math.min(leftOfGoal([...first, ...courseParts, ...planParts]), available, room)
  const cards = cardsPart(interview?.cards ?? due)
  return [
    ...first,
    ...courseParts,
    ...(interview === null ? [...planParts, cards] : [cards, ...planParts]),
    questionsPart(rest, '/questions', { by: 'goal', ...goal }),
  ].filter(({ count }) => count > 0)

  function interviewParts({ date, minutesPerDay, ...day }: NonNullable<TodayInput['interview']>) {
    const why = { by: 'interview', date, minutesPerDay } as const
    return [
      ...day.activities.map((activity) => ({ ...activity, count: 1, why })),
      ...day.lessons.map((lesson) => lessonPart(lesson, why)),
      questionsPart(day.questions, '/questions?mode=interview', why),
    ]
  }

  function partsOfCourse({ pathId, name, stepId, ...step }: NonNullable<TodayInput['course']>) {
    const why = { by: 'course', pathId, name } as const
    const practice = new URLSearchParams({ learningPath: pathId, ...(stepId !== null && { step: stepId }) })
    return [
      ...(step.lesson === null ? [] : [lessonPart(step.lesson, why)]),
      questionsPart(step.questions, `/questions?${practice}`, why),
    ]
  }

  function partOfPlan(plan: RunningPlan): TodayPart {
    return questionsPart(plan.target - plan.done, guidedPractice(plan.planId), { by: 'plan', ...plan })
  }

  function lessonPart({ pathId, stepId, title, minutes }: Lesson, why: TodayPart['why']): TodayPart {
    return { kind: 'lesson', count: 1, minutes, to: coursePage(pathId, stepId), title, why }
  }

  function questionsPart(count: number, to: string, why: TodayPart['why']): TodayPart {
    return { kind: 'questions', count, minutes: count * minutesPer.question, to, title: null, why }
  }

  function cardsPart(count: number): TodayPart {
    const isPartOfDue = count < due
    return {
      kind: 'cards',
      count,
      minutes: count * minutesPer.card,
      to: isPartOfDue ? '/flashcards?scope=today' : '/flashcards',
      title: null,
      why: { by: 'cards', due, minutesPerDay: isPartOfDue ? (interview?.minutesPerDay ?? null) : null },
    }
  }
}

const countQuestions = (parts: readonly TodayPart[]): number =>
  parts.reduce((sum, { kind, count }) => sum + (kind === 'questions' ? count : 0), 0)

/** The parts add up to the whole. */
export const minutesOf = (parts: Today['parts']): number => parts.reduce((sum, part) => sum + part.minutes, 0)
