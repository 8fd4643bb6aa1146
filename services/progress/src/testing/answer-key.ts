import type { AnswerKey } from '../learner/grading.ts'

/** A key with two options, the first one correct, and overrides. */
export function answerKey(changes: Partial<AnswerKey> = {}): AnswerKey {
  return {
    questionId: '018f0000-0000-7000-8000-000000000001',
    version: 1,
    title: 'Four timers',
    type: 'multiple-choice',
    difficulty: 'intermediate',
    options: [
      { id: 'a', isCorrect: true },
      { id: 'b', isCorrect: false },
    ],
    explanation: '',
    category: 'JavaScript',
    learningPath: null,
    sectionId: null,
    ...changes,
  }
}
