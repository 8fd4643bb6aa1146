import type { Progress, PublicQuestion, User } from '@rehearse/contracts'

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
  title: 'Four timers, one variable',
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
  lastActivity: null,
  currentPlan: null,
  achievements: { badges: [], milestones: [], totalPoints: 40, level: 1, experience: 40 },
  sectionProgress: [],
  weeklyProgress: [],
  monthlyProgress: [],
  learningPaths: [],
  ...part,
})
