import { createHash } from 'node:crypto'
import type { AnswerSubmittedData } from '@rehearse/contracts'
import { DomainError } from '@rehearse/contracts/errors'
import type { EventMetadata, NewEvent, StreamHead, StreamWrite } from '@rehearse/event-store'
import { answerSubmittedType, learnerStream } from '../domain/answer-event.ts'
import type { AnswerKey } from '../domain/answer-key.ts'
import { type Answering, answering, type SubmitAnswer } from '../domain/answering.ts'

/** An answer as it comes in: an order that still lacks the key it is graded by. */
export type NewAnswer = Omit<SubmitAnswer, 'key'> & {
  questionId: string
  questionVersion: number | undefined
  metadata: EventMetadata
}

/** An answer that is in the log, now or since an earlier time it was sent. */
export interface SavedAnswer {
  progressId: string
  answer: AnswerSubmittedData
  key: AnswerKey
}

/** What deciding a batch needs to know, loaded for all its answers at once. */
export interface AnsweringContext {
  /** In the order of the answers; undefined where the question, or that version of it, is unknown. */
  keys: readonly (AnswerKey | undefined)[]
  /** By learner. */
  learners: ReadonlyMap<string, { state: Answering; head: StreamHead }>
}

export interface AnswerWrite extends StreamWrite {
  events: NewEvent<typeof answerSubmittedType, AnswerSubmittedData>[]
}

/** Where answers are kept. */
export interface AnswerStore {
  load(answers: readonly NewAnswer[]): Promise<AnsweringContext>
  /** Appends and folds the read models in one transaction. */
  commit(writes: readonly AnswerWrite[]): Promise<void>
}

/** How often a lost race (another replica took an answer of the same learner) is run again. */
const racesRun = 5

/**
 * Takes a batch of answers of any learners in one transaction. Answers of one learner are taken in their order, and
 * an answer that was taken before gives its first result again.
 * @throws {DomainError} for the first answer that is refused; nothing of the batch is kept then
 */
export async function saveAnswers(store: AnswerStore, answers: readonly NewAnswer[]): Promise<SavedAnswer[]> {
  for (let race = 1; ; race += 1) {
    const { saved, writes } = decideBatch(answers, await store.load(answers))
    try {
      if (writes.length > 0) await store.commit(writes)
      return saved
    } catch (error) {
      if (!isLostRace(error) || race === racesRun) throw error
    }
  }
}

function decideBatch(
  answers: readonly NewAnswer[],
  context: AnsweringContext,
): { saved: SavedAnswer[]; writes: AnswerWrite[] } {
  const states = new Map<string, Answering>()
  const writes = new Map<string, AnswerWrite>()
  const saved = answers.map((answer, index) => {
    const key = context.keys[index]
    if (key === undefined) throw unknownQuestion(answer)
    const learner = context.learners.get(answer.learnerId)
    if (learner?.head.isErased) throw erased()
    let state = states.get(answer.learnerId) ?? learner?.state ?? answering.initialState
    const streamId = learnerStream(answer.learnerId)
    const write = writes.get(streamId) ?? {
      streamId,
      expectedVersion: learner?.head.version ?? 0,
      wrappedKey: learner?.head.wrappedKey ?? null,
      events: [],
    }
    for (const event of answering.decide({ ...answer, key }, state)) {
      state = answering.evolve(state, event)
      const eventId = answerEventId(answer.learnerId, answer.answerId)
      const { metadata } = answer
      write.events.push({ eventId, type: answerSubmittedType, schemaVersion: 1, data: event.data, metadata })
      writes.set(streamId, write)
    }
    states.set(answer.learnerId, state)
    const data = state.taken.get(answer.answerId)
    if (data === undefined) throw new Error('an answer was neither taken nor refused')
    return { progressId: answerEventId(answer.learnerId, answer.answerId), answer: data, key }
  })
  return { saved, writes: [...writes.values()] }
}

/**
 * The event id of an answer: the same answer id of the same learner always gives the same one, so the log itself
 * refuses a second. A name-based UUID (RFC 9562, version 8) of both, so that nobody can claim another's answer id.
 */
export function answerEventId(learnerId: string, answerId: string): string {
  const hash = createHash('sha256').update(`${learnerId}/${answerId.toLowerCase()}`).digest()
  hash[6] = ((hash[6] ?? 0) & 0x0f) | 0x80
  hash[8] = ((hash[8] ?? 0) & 0x3f) | 0x80
  const hex = hash.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join(
    '-',
  )
}

function erased(): DomainError {
  return new DomainError({
    kind: 'gone',
    code: 'account_erased',
    message: 'This account has been deleted',
  })
}

function unknownQuestion(answer: NewAnswer): DomainError {
  return new DomainError({
    kind: 'not-found',
    code: 'question_not_found',
    message: 'Question not found',
    details: [{ path: 'questionId', message: `no question ${answer.questionId} of that version` }],
  })
}

const isLostRace = (error: unknown): boolean =>
  error instanceof DomainError && error.code === 'expected_version_mismatch'
