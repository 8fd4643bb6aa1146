import { type AnswerInput, type AnswerResult, BADGE_POINTS, type Badge } from '@rehearse/contracts'
import { requestMetadata } from '../commands/request-metadata.ts'
import type { NewAnswer, SavedAnswer } from '../commands/save-answers.ts'
import { correctOptionIds } from '../domain/answer-key.ts'
import { answerPoints } from '../domain/points.ts'

/** The order that a request amounts to. Without a time of its own an answer was given now. */
export function toNewAnswer(
  learnerId: string,
  input: AnswerInput,
  { now, timeZone }: { now: Date; timeZone: string },
): NewAnswer {
  return {
    answerId: input.answerId.toLowerCase(),
    learnerId,
    questionId: input.questionId.toLowerCase(),
    questionVersion: input.questionVersion,
    given: {
      selectedOptionIds: input.selectedOptionIds,
      answer: input.answer,
      isCorrect: input.isCorrect,
    },
    timeSpent: input.timeSpent,
    attempts: input.attempts,
    section: input.section,
    learningPath: input.learningPath,
    learningMode: input.learningMode,
    planId: input.planId,
    sessionId: input.sessionId,
    timeZone,
    answeredAt: input.answeredAt === undefined ? now : new Date(input.answeredAt),
    receivedAt: now,
    // Taken here: by the time a batch is written the context is that of whoever began it.
    metadata: requestMetadata(),
  }
}

/** What the learner is told: as it was decided when the answer was first taken. */
export function toAnswerResult({ answer, key }: SavedAnswer): AnswerResult {
  return {
    isCorrect: answer.isCorrect,
    correctOptionIds: correctOptionIds(key),
    explanation: key.explanation,
    optionFeedback: key.options.flatMap(({ id, feedback }) => (feedback ? [{ id, feedback }] : [])),
    points: answerPoints(answer),
    questionVersion: answer.questionVersion,
    graded: answer.graded,
    attempt: answer.attempt,
  }
}

/** The badges that an answer brought, which were earned when it was first received. */
export function toNewBadges({ newBadges, answer }: SavedAnswer): Badge[] {
  return newBadges.map(({ badgeId: id, title: name, description, rarity }) => ({
    id,
    name,
    description,
    rarity,
    points: BADGE_POINTS[rarity],
    earnedAt: answer.receivedAt,
  }))
}
