import { featureMessages } from '../../shared/i18n/feature-messages.ts'
import { pluralIn } from '../../shared/i18n/plural.ts'

const n = pluralIn('en')

export const onboarding = {
  title: 'Set up your preparation',
  lead: 'Answer a few questions to get your first step. You can change your answers in the settings.',
  goal: 'What is your goal?',
  goals: {
    job: { name: 'Prepare for an interview', text: 'With a date, you get a plan for the days until then.' },
    fundamentals: {
      name: 'Learn the fundamentals',
      text: 'A learning path that fits your level, step by step.',
    },
    topic: { name: 'Get better at one topic', text: 'A learning path on the topic you choose.' },
  },
  jobForVisitor: 'Sign up to get a plan for the days until your interview.',
  date: 'Interview date',
  dateHint: 'Leave it empty if you don’t have one yet.',
  dateErrors: {
    date: 'Enter a date.',
    past: 'Choose tomorrow or a later day.',
    far: 'Choose a day within the next 365 days.',
  },
  topic: 'Topic',
  topicMissing: 'Choose a topic.',
  pathsFailed: 'The learning paths could not be loaded',
  level: 'What is your level?',
  levels: {
    beginner: { name: 'Beginner', text: 'I am new to frontend development.' },
    intermediate: { name: 'Intermediate', text: 'I build pages and apps on my own.' },
    advanced: { name: 'Advanced', text: 'I make decisions about architecture and performance.' },
  },
  check: 'Find out with 6 questions',
  checkLead: "Two questions per difficulty. They don't affect your progress.",
  checkFailed: 'The questions could not be loaded',
  position: (at: string, of: string) => `Question ${at} of ${of}`,
  next: 'Next',
  dontKnow: 'I don’t know',
  stop: 'Choose my level myself',
  result: (correct: string, of: string, level: string) => `${correct} of ${of} correct: ${level}`,
  minutes: 'How much time do you have each day?',
  minutesOf: (count: number) => n(count, { one: '# minute', other: '# minutes' }),
  goalOf: (count: number) => n(count, { one: 'about # question', other: 'about # questions' }),
  start: 'Start',
  starting: 'Starting...',
  skip: 'Skip for now',
  failed: 'Your plan could not be started',
}

export type OnboardingMessages = typeof onboarding

export const useOnboardingMessages = featureMessages<OnboardingMessages>({
  en: () => onboarding,
  ar: async () => (await import('./messages.ar.ts')).onboarding,
})
