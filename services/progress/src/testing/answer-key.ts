import { randomUUID } from 'node:crypto'
import type { AnsweringContext, NewAnswer } from '../answers/save-answers.ts'
import type { AnswerKey } from '../learner/grading.ts'
import { newLearner } from '../learner/state.ts'
import { answering } from '../learner/submit-answer.ts'

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
    answer: null,
    explanation: '',
    category: 'JavaScript',
    learningPath: null,
    sectionId: null,
    steps: [],
    ...changes,
  }
}

/** An answer to that key as received, with the first option selected. */
export const newAnswer = (
  given: Partial<NewAnswer> & Pick<NewAnswer, 'learnerId' | 'answeredAt' | 'receivedAt'>,
): NewAnswer => ({
  answerId: randomUUID(),
  questionId: answerKey().questionId,
  questionVersion: undefined,
  given: { selectedOptionIds: ['a'] },
  timeSpent: 5,
  attempts: undefined,
  section: undefined,
  learningPath: undefined,
  learningMode: 'free-style',
  planId: undefined,
  sessionId: undefined,
  timeZone: 'UTC',
  metadata: { correlationId: null, causationId: null },
  ...given,
})

/** What deciding answers of new learners needs; other questions than this key's are unknown. */
export const newAnswering = (
  answers: readonly NewAnswer[],
  { key = answerKey(), isErased = false } = {},
): AnsweringContext => ({
  keys: answers.map(({ questionId }) => (questionId === key.questionId ? key : undefined)),
  badges: [],
  learners: new Map(
    answers.map(({ learnerId }) => [
      learnerId,
      { head: { version: 0, wrappedKey: null, isErased }, learner: newLearner(learnerId), events: [] },
    ]),
  ),
  answering: new Map(answers.map(({ learnerId }) => [learnerId, answering.initialState])),
  names: new Map(),
  earned: new Map(),
})
