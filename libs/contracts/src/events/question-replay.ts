import { z } from 'zod'
import { uuid } from '../api/common.ts'
import { badgeDefined, challengeDefined, planDefined } from './definitions.ts'
import { placeDefined } from './places.ts'
import { questionMessage } from './questions.ts'

/**
 * Where the questions service answers a `questionReplayRequest` with a `questionReplayPage`, as NATS request and reply.
 * Outside of the stream's subjects: it is a conversation, not a fact.
 */
export const questionReplaySubject = 'service.questions.replay'

/** Where a page has ended: among the definitions, which come first, or among the versions of questions. */
const replayPlace = z.union([
  z.object({ kind: z.string(), id: z.string() }),
  z.object({ questionId: uuid, version: z.int() }),
])
export type ReplayPlace = z.infer<typeof replayPlace>

/** All that others live from, in pages: from the beginning, or after where the page before ended. */
export const questionReplayRequest = z.object({
  after: replayPlace.nullable(),
  limit: z.int().min(1).max(500).default(200),
})
export type QuestionReplayRequest = z.input<typeof questionReplayRequest>

/** Anything a replay may hold: each place, badge, challenge and plan as it is now, and each version of each question. */
export const replayedMessage = z.discriminatedUnion('type', [
  placeDefined,
  badgeDefined,
  challengeDefined,
  planDefined,
  ...questionMessage.options,
])
export type ReplayedMessage = z.infer<typeof replayedMessage>

/** The messages as they were told, or would be told now; `next` is null at the end. */
export const questionReplayPage = z.object({
  messages: z.array(replayedMessage),
  next: questionReplayRequest.shape.after,
})
export type QuestionReplayPage = z.infer<typeof questionReplayPage>
