import { featureMessages } from '../i18n/feature-messages.ts'
import { pluralIn } from '../i18n/plural.ts'

const n = pluralIn('en')

export const todaysPart = {
  countdown: (days: number) =>
    n(days, {
      zero: 'Your interview is today',
      one: 'Your interview is tomorrow',
      other: 'Interview in # days',
    }),
  questions: (count: number) => n(count, { one: '# new question', other: '# new questions' }),
  lessons: (count: number) => n(count, { one: '# lesson', other: '# lessons' }),
  cards: (count: number) => n(count, { one: '# flashcard', other: '# flashcards' }),
  minutes: (count: number) => n(count, { one: '# minute', other: '# minutes' }),
  today: (parts: string) => `Today: ${parts}`,
  done: "Today's part is done",
  startQuestions: (count: number) =>
    n(count, { one: "Start today's question", other: "Start today's # questions" }),
  startSome: (count: string, of: string) => `Start ${count} of today's ${of} questions`,
  startLesson: "Start today's lesson",
  startCards: (count: number) => n(count, { one: 'Review # flashcard', other: 'Review # flashcards' }),
  open: 'Open the plan',
  over: 'How did your interview go?',
  overText: 'Set your next interview date, or clear this one.',
}

export type TodaysPartMessages = typeof todaysPart

export const useTodaysPartMessages = featureMessages<TodaysPartMessages>({
  en: () => todaysPart,
  ar: async () => (await import('./messages.ar.ts')).todaysPart,
})
