import type { PlannedActivity, Today, TodayPart } from '@rehearse/contracts'
import { RUN_LENGTH } from '../constants.ts'
import { useFormat } from '../i18n/format.ts'
import { useMessages } from '../i18n/locale.ts'
import { useTodaysPartMessages } from './messages.en.ts'

interface PartTexts {
  /** What it is: "8 new questions", or the name of the plan or course. */
  name: string
  /** Why today asks for it. */
  why: string
  /** The label of the button. */
  action: string
}

/** How many of the due flashcards today has no time for. */
export const moreCards = ({ cards, parts }: Today): number =>
  cards.due - (parts.find(({ kind }) => kind === 'cards')?.count ?? 0)

/** The texts of what today asks for; every number in them comes from the server. */
export function useTodaysPart() {
  const messages = useTodaysPartMessages()
  const { common } = useMessages()
  const format = useFormat()

  const activityName = ({ kind, title }: Pick<PlannedActivity, 'kind' | 'title'>): string => {
    switch (kind) {
      case 'challenge':
        return messages.challenge(title ?? '')
      case 'design':
        return messages.design(title ?? '')
      case 'mock-interview':
        return messages.mockInterview
      case 'exam':
        return messages.exam
    }
  }
  const nameOf = ({ kind, count, title, why }: TodayPart): string => {
    if (kind === 'lesson') return messages.lesson(title ?? '')
    if (kind === 'cards') return messages.cards(count)
    if (kind !== 'questions') return activityName({ kind, title })
    if (why.by === 'interview') return messages.questions(count)
    if (why.by === 'goal') return messages.goal(count)
    return 'name' in why ? why.name : ''
  }
  const whyOf = ({ kind, count, why }: TodayPart): string => {
    switch (why.by) {
      case 'interview':
        return messages.whyInterview(format.date(`${why.date}T12:00`))
      case 'cards':
        return why.minutesPerDay === null
          ? messages.whyCards
          : messages.whySomeCards(format.number(count), why.due, messages.minutes(why.minutesPerDay))
      case 'plan':
        return [
          messages.planDay(format.number(why.day), format.number(why.duration)),
          messages.doneOf(format.number(why.done), format.number(why.target)),
        ].join(' · ')
      case 'course':
        return kind === 'lesson' ? why.name : messages.stepQuestions(count)
      case 'goal':
        return messages.doneOf(format.number(why.done), format.number(why.target))
    }
  }
  const startOf = {
    lesson: messages.startLesson,
    challenge: messages.startChallenge,
    design: messages.startDesign,
    'mock-interview': messages.startMockInterview,
    exam: messages.startExam,
  }
  const counters = [
    ['exam', messages.exams],
    ['mock-interview', messages.mockInterviews],
    ['challenge', messages.challenges],
    ['design', messages.designs],
    ['lesson', messages.lessons],
    ['questions', common.questions],
    ['cards', messages.cards],
  ] as const
  const actionOf = ({ kind, count, why }: TodayPart): string => {
    if (kind === 'cards') return messages.startCards(count)
    if (kind !== 'questions') return startOf[kind]
    if (why.by === 'interview') {
      return count > RUN_LENGTH
        ? messages.startSome(format.number(RUN_LENGTH), format.number(count))
        : messages.startQuestions(count)
    }
    return why.by === 'plan' ? messages.continue : messages.practice
  }
  return {
    activityName,
    textsOf: (part: TodayPart): PartTexts => ({
      name: nameOf(part),
      why: whyOf(part),
      action: actionOf(part),
    }),
    /** Such as "1 lesson, 8 new questions, 12 flashcards". */
    inWords: (parts: readonly TodayPart[]): string =>
      counters
        .map(([kind, inWords]) => {
          const count = parts.reduce((sum, part) => sum + (part.kind === kind ? part.count : 0), 0)
          return count > 0 && inWords(count)
        })
        .filter(Boolean)
        .join(common.comma),
  }
}
