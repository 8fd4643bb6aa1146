import { randomUUID } from 'node:crypto'
import type { AnswerSubmittedData } from '@rehearse/contracts'
import type { NewEvent } from '@rehearse/event-store'
import { answerSubmittedType } from '../learner/events.ts'

/** A recorded answer, with overrides for what a test needs. */
export function answerEvent(
  changes: Partial<AnswerSubmittedData> = {},
): NewEvent<string, AnswerSubmittedData> {
  const at = changes.answeredAt ?? '2026-11-21T12:00:00.000Z'
  return {
    eventId: randomUUID(),
    type: answerSubmittedType,
    schemaVersion: 2,
    metadata: { correlationId: null, causationId: null },
    data: {
      answerId: randomUUID(),
      learnerId: 'ada',
      questionId: '018f0000-0000-7000-8000-000000000001',
      questionVersion: 1,
      questionTitle: 'Four timers',
      selectedOptionIds: ['a'],
      response: null,
      responseText: null,
      isCorrect: true,
      graded: 'server',
      timeSpent: 10,
      attempt: 1,
      difficulty: 'beginner',
      category: 'JavaScript',
      learningPath: null,
      section: 'JavaScript',
      sectionId: null,
      learningMode: 'free-style',
      planId: null,
      sessionId: null,
      timeZone: 'UTC',
      answeredAt: at,
      receivedAt: at,
      ...changes,
    },
  }
}
