import type { AnswerSubmittedData, ProgressResetData } from '@rehearse/contracts'
import { DomainError } from '@rehearse/contracts/errors'
import type { RecordedEvent } from '@rehearse/event-store'
import type { AnswerEvent } from '../learner/events.ts'
import { type AnswerKey, correctOptionIds, isRecordedAnswerCorrect, promptFor } from '../learner/grading.ts'
import { eventIdOf, type IdentifiedEvent } from '../learner-store/commit-learners.ts'

export interface Correction {
  /** The version with the corrected key. */
  keyVersion: number
  isCorrect: CorrectedKey['isCorrect']
  at: Date
}

/** A recorded answer and its current grade. */
export interface GradedAnswer {
  event: AnswerEvent
  wasCorrect: boolean
}

/**
 * One event for each of a learner's answers that the corrected key grades differently.
 * @param resets of the same learner: a reset after the answer leaves totals unchanged
 */
export function regradeLearner(
  answers: readonly GradedAnswer[],
  resets: readonly RecordedEvent[],
  { keyVersion, isCorrect: grade, at }: Correction,
): IdentifiedEvent[] {
  return answers.flatMap(({ event, wasCorrect }): IdentifiedEvent[] => {
    const { data, eventId: progressId } = event
    const isCorrect = grade(data)
    if (isCorrect === wasCorrect) return []
    const { learnerId, questionId, questionVersion, attempt, difficulty, category, learningPath, section } =
      data
    const { timeZone, answeredAt } = data
    return [
      {
        type: 'AnswerRegraded',
        // Each key version regrades an answer at most once.
        eventId: eventIdOf(progressId, 'regraded', String(keyVersion)),
        data: {
          ...{ learnerId, progressId, questionId, questionVersion, keyVersion, wasCorrect, isCorrect },
          ...{ attempt, difficulty, category, learningPath, section, timeZone, answeredAt },
          counts: countsOf(event, resets),
          regradedAt: at.toISOString(),
        },
      },
    ]
  })
}

function countsOf({ data, streamVersion }: AnswerEvent, resets: readonly RecordedEvent[]) {
  const since = resets
    .filter((reset) => reset.streamVersion > streamVersion)
    .map((reset) => reset.data as ProgressResetData)
  const isReset = (scope: ProgressResetData['scope'], id: string | null) =>
    since.some((reset) => reset.scope === 'all' || (reset.scope === scope && reset.id === id))
  return {
    totals: !isReset('all', null),
    path: data.learningPath !== null && !isReset('path', data.learningPath),
    section: !isReset('section', data.section),
  }
}

const isSame = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every((id) => others.includes(id))

export interface CorrectedKey {
  /** Null for questions without options, whose answers the database can't compare with the key. */
  rightOptionIds: readonly string[] | null
  isCorrect(answer: AnswerSubmittedData): boolean
}

/**
 * The key that regrades answers to a version: the newest version's, if it has the same options, or the same choices.
 * @throws {DomainError} conflict, `options_differ`, otherwise: the given answers can't be compared
 */
export function correctedKey(shown: AnswerKey, newest: AnswerKey): CorrectedKey {
  if (choicesOf(shown) === null || choicesOf(shown) !== choicesOf(newest)) {
    throw new DomainError({
      kind: 'conflict',
      code: 'options_differ',
      message: 'The question has other options now, so answers to that version can not be regraded',
    })
  }
  const rightOptionIds = correctOptionIds(newest)
  return newest.answer
    ? { rightOptionIds: null, isCorrect: (answer) => isRecordedAnswerCorrect(newest, answer) }
    : { rightOptionIds, isCorrect: ({ selectedOptionIds }) => isSame(selectedOptionIds, rightOptionIds) }
}

/** What a learner could choose from; null if learners grade themselves. */
function choicesOf(key: AnswerKey): string | null {
  const ids = (items: readonly { id: string }[]) => items.map(({ id }) => id).sort()
  const prompt = promptFor(key)
  if (prompt === null) return key.options.length === 0 ? null : JSON.stringify(ids(key.options))
  return JSON.stringify(prompt.kind === 'pairs' ? [ids(prompt.left), ids(prompt.right)] : prompt.kind)
}
