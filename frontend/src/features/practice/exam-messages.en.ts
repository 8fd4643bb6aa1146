import { featureMessages } from '../../shared/i18n/feature-messages.ts'
import { pluralIn } from '../../shared/i18n/plural.ts'

const n = pluralIn('en')

export const exam = {
  title: 'Mock exam',
  visitor: {
    title: 'Test your forecast',
    text: 'Sign in and set an interview date to take a mock exam on questions you have never seen.',
  },
  intro:
    'Up to 20 questions from your learning paths that were reserved for this exam, so you haven’t seen them. Your forecast is saved first, then compared with your result.',
  rules:
    'The results come at the end. Questions you skip count as incorrect. If you close the page, the clock stops and the exam stays saved on this device.',
  start: 'Start mock exam',
  resume: 'Continue mock exam',
  startFailed: 'The mock exam could not be started',
  refused: (answers: string, questions: string) =>
    `There is no mock exam yet. It needs an interview date in the future, ${answers} graded answers for a forecast, and ${questions} reserved questions.`,
  interrupted: (position: string, of: string, left: string) =>
    `You are on question ${position} of ${of}, with ${left} left. The clock starts when you continue.`,
  finish: 'Finish exam',
  unsentTitle: 'Your answers are not sent yet',
  unsentText: 'They are saved on this device. Connect to the internet, then send them to get your result.',
  send: 'Send answers',
  result: (percent: string) => `You got ${percent}`,
  predicted: (chance: string, low: string, high: string) => `We predicted ${chance} (${low} to ${high}).`,
  correct: (correct: string, total: string) => `${correct} of ${total} questions correct.`,
  kept: 'The forecast and the result are saved in your history. These questions are now part of practice.',
  back: 'Back to the forecast',
  flashcards: (count: number) =>
    n(count, { one: 'Study the missed one as a flashcard', other: 'Study the # missed ones as flashcards' }),
}

export type ExamMessages = typeof exam

export const useExamMessages = featureMessages<ExamMessages>({
  en: () => exam,
  ar: async () => (await import('./exam-messages.ar.ts')).exam,
})
