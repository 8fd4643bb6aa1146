import type { Interview, Pace, Progress, PublicQuestion, Today, TodayPart, User } from '@rehearse/contracts'

export const learner: User = {
  uid: 'learner-1',
  email: 'nadia@example.com',
  displayName: 'Nadia',
  photoURL: null,
  provider: 'password',
  isEmailVerified: false,
  createdAt: '2026-01-01T00:00:00.000Z',
  lastLoginAt: null,
}

export const sampleQuestion = (part: Partial<PublicQuestion> = {}): PublicQuestion => ({
  id: '8d5229c8-16de-4b2d-98c4-df2164f3c7b4',
  version: 3,
  title: 'Closures: var in a loop',
  content: 'What does this print?',
  type: 'multiple-choice',
  selection: 'one',
  difficulty: 'intermediate',
  category: 'JavaScript',
  subcategory: null,
  learningPath: 'javascript-deep-dive',
  topic: null,
  sectionId: null,
  tags: [],
  points: 10,
  timeLimit: 60,
  isActive: true,
  approved: true,
  audioQuestion: null,
  audioAnswer: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  options: [
    { id: 'a', text: '0 1 2 3' },
    { id: 'b', text: '4 4 4 4' },
  ],
  ...part,
})

export const sampleProgress = (part: Partial<Progress> = {}): Progress => ({
  userId: learner.uid,
  totalQuestions: 4,
  correctAnswers: 3,
  accuracy: 75,
  timeSpent: 90,
  currentStreak: 2,
  longestStreak: 5,
  streakFreezes: 0,
  lastActivity: null,
  currentPlan: null,
  achievements: { badges: [], milestones: [], totalPoints: 40, level: 1, experience: 40 },
  sectionProgress: [],
  weeklyProgress: [],
  monthlyProgress: [],
  learningPaths: [],
  challenges: { completed: 0, points: 0 },
  ...part,
})

/** An interview in 20 days, as of 2026-03-10. */
/** The content's estimates. */
const samplePace: Pace = {
  question: { minutes: 1.5, own: 0, others: 0 },
  card: { minutes: 0.5, own: 0, others: 0 },
  lesson: { wordsPerMinute: 200, own: 0, others: 0 },
  challenge: { minutes: { easy: 15, medium: 25, hard: 40 }, own: 0, others: 0 },
}

export const sampleInterview = (part: Partial<Interview> = {}): Interview => ({
  date: '2026-03-30',
  daysLeft: 20,
  learningPaths: [{ id: 'javascript-deep-dive', title: 'JavaScript deep dive' }],
  minutesPerDay: 30,
  timeZone: 'Europe/Berlin',
  setAt: '2026-03-01T10:00:00.000Z',
  track: null,
  pace: samplePace,
  today: {
    date: '2026-03-10',
    unseen: Array.from({ length: 8 }, (_, at) => `8d5229c8-16de-4b2d-98c4-df2164f3c7b${at}`),
    lessons: [],
    activities: [],
    due: 12,
    minutes: 30,
  },
  days: Array.from({ length: 20 }, (_, at) => ({
    date: `2026-03-${at + 10}`,
    activities: [],
    unseen: at < 14 ? 8 : 0,
    lessons: 0,
    due: 12,
    minutes: 30,
    studyPlans: [],
  })),
  coverage: { percent: 100, unseenLeft: 0, lessonsLeft: 0, extraMinutesPerDay: 0 },
  learnUntil: '2026-03-23',
  reservedIds: [],
  calendar: { url: null },
  ...part,
})

const interviewReason = { by: 'interview', date: '2026-03-30', minutesPerDay: 30 } as const

/** What today may ask for. */
export const sampleParts = {
  lesson: {
    ...{ kind: 'lesson', count: 1, minutes: 4, title: 'Effects', why: interviewReason },
    to: '/learning-paths/react/effects',
  },
  interview: {
    ...{ kind: 'questions', count: 8, minutes: 12, title: null, why: interviewReason },
    to: '/questions?mode=interview',
  },
  cards: {
    ...{ kind: 'cards', count: 12, minutes: 6, title: null, to: '/flashcards' },
    why: { by: 'cards', due: 12, minutesPerDay: null },
  },
  someCards: {
    ...{ kind: 'cards', count: 8, minutes: 4, title: null, to: '/flashcards?scope=today' },
    why: { by: 'cards', due: 12, minutesPerDay: 30 },
  },
  course: {
    ...{ kind: 'questions', count: 2, minutes: 3, title: null },
    to: '/questions?learningPath=css&step=five',
    why: { by: 'course', pathId: 'css', name: 'Advanced CSS' },
  },
  plan: {
    ...{ kind: 'questions', count: 5, minutes: 7.5, title: null, to: '/questions?plan=three-day' },
    why: {
      ...{ by: 'plan', planId: 'three-day', name: 'Three days', day: 1, duration: 3 },
      ...{ target: 10, done: 5, percent: 20 },
    },
  },
  goal: {
    ...{ kind: 'questions', count: 6, minutes: 9, title: null, to: '/questions' },
    why: { by: 'goal', target: 10, done: 4 },
  },
} satisfies Record<string, TodayPart>

export const sampleToday = (part: Partial<Today> = {}): Today => ({
  date: '2026-03-10',
  timeZone: 'Europe/Berlin',
  parts: [],
  minutes: (part.parts ?? []).reduce((sum, { minutes }) => sum + minutes, 0),
  pace: samplePace,
  goal: { target: 10, done: 10 },
  cards: { due: 0, later: 0 },
  interview: null,
  course: null,
  ...part,
})
