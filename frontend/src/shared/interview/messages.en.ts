import { featureMessages } from '../i18n/feature-messages.ts'
import { pluralIn } from '../i18n/plural.ts'

const n = pluralIn('en')

export const todaysPart = {
  role: 'Role',
  roles: {
    frontend: 'Frontend developer',
    react: 'React developer',
    fullstack: 'Full-stack JavaScript developer',
  },
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
  seconds: (count: number) => n(count, { one: '# second', other: '# seconds' }),
  aboutMinutes: (minutes: string) => `${minutes} minutes`,
  today: (parts: string) => `Today: ${parts}`,
  done: "Today's part is done",
  doneText: 'Nothing that today asks for is left.',
  lesson: (title: string) => `Lesson: ${title}`,
  challenge: (title: string) => `Coding challenge: ${title}`,
  design: (title: string) => `Design case: ${title}`,
  mockInterview: 'Mock interview',
  exam: 'Mock exam',
  challenges: (count: number) => n(count, { one: '# coding challenge', other: '# coding challenges' }),
  designs: (count: number) => n(count, { one: '# design case', other: '# design cases' }),
  mockInterviews: (count: number) => n(count, { one: '# mock interview', other: '# mock interviews' }),
  exams: (count: number) => n(count, { one: '# mock exam', other: '# mock exams' }),
  goal: (left: number) =>
    n(left, {
      one: "One question left to reach today's goal",
      other: "# questions left to reach today's goal",
    }),
  whyInterview: (date: string) => `For your interview on ${date}`,
  whyCards: 'Questions you are about to forget',
  whySomeCards: (count: string, due: number, minutes: string) =>
    n(due, {
      one: `${count} of # due flashcard, the longest overdue first: ${minutes} a day leave no time for more`,
      other: `${count} of # due flashcards, the longest overdue first: ${minutes} a day leave no time for more`,
    }),
  allCards: (count: number) => n(count, { one: 'Review # card', other: 'Review all #' }),
  moreCards: (count: number) =>
    n(count, {
      one: '# more flashcard is due beyond the minutes of today.',
      other: '# more flashcards are due beyond the minutes of today.',
    }),
  laterCards: (count: number) =>
    n(count, { one: '# flashcard is due later today', other: '# flashcards are due later today' }),
  planDay: (day: string, of: string) => `Day ${day} of ${of}`,
  doneOf: (done: string, target: string) => `${done} of ${target} today`,
  stepQuestions: (count: number) =>
    n(count, { one: '# question left in this step', other: '# questions left in this step' }),
  continue: 'Continue',
  practice: 'Practice',
  startQuestions: (count: number) =>
    n(count, { one: "Start today's question", other: "Start today's # questions" }),
  startSome: (count: string, of: string) => `Start ${count} of today's ${of} questions`,
  startLesson: "Start today's lesson",
  startChallenge: 'Start the challenge',
  startDesign: 'Start the design case',
  startMockInterview: 'Start the mock interview',
  startExam: 'Start the mock exam',
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
