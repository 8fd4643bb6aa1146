import {
  type QuestionLookupReply,
  type QuestionLookupRequest,
  type QuestionMessage,
  type QuestionReplayPage,
  questionLookupRequest,
  questionLookupSubject,
  questionReplayRequest,
  questionReplaySubject,
  type ReplayedMessage,
  type ReplayPlace,
} from '@rehearse/contracts'
import { answerRequests, type Backend, hashedUuid, type NewMessage } from '@rehearse/service-kit'
import type { z } from 'zod'
import { questionEvent } from '../questions/record-changes.ts'
import type { Db, Tables } from '../tables.ts'
import {
  type DefinedEntry,
  definitionEvent,
  type ReplayedVersion,
  readDefinitionsAfter,
  readVersion,
  readVersionsAfter,
} from './repository.ts'

/** Answers requests of consumers: the whole bank for new ones, single questions for those that lag. */
export function serveReplays(backend: Backend<Tables>): void {
  const { db } = backend.database
  answerRequests(backend, {
    subject: questionReplaySubject,
    name: 'replays',
    answer: (request) => replayPage(db, questionReplayRequest.parse(request)),
  })
  answerRequests(backend, {
    subject: questionLookupSubject,
    name: 'lookups',
    answer: (request) => lookUp(db, questionLookupRequest.parse(request)),
  })
}

/** Maximum bytes of messages in a page; a NATS message holds a megabyte. */
const pageBytes = 512 * 1024

/** A message, and where the next page starts if this is the last message of its page. */
interface Replayed<Message = ReplayedMessage> {
  message: Message
  place: ReplayPlace
}

/**
 * The next page of everything that other services copy: taxonomy nodes and definitions, then the bank's whole
 * history. The requester stores the position, so any replica can continue.
 */
async function replayPage(
  db: Db,
  { after, limit }: z.output<typeof questionReplayRequest>,
): Promise<QuestionReplayPage> {
  const definitions = after === null || 'kind' in after ? await readDefinitionsAfter(db, after, limit) : []
  const left = limit - definitions.length
  const versionsAfter = after !== null && 'questionId' in after ? after : null
  const versions = left > 0 ? await readVersionsAfter(db, versionsAfter, left) : []
  const all = [...definitions.map(replayedDefinition), ...versions.map(replayedVersion)]
  const page = firstBytes(all)
  const isEnd = page.length === all.length && all.length < limit
  return { messages: page.map(({ message }) => message), next: isEnd ? null : (page.at(-1)?.place ?? null) }
}

/** The event of one version of a question, or of its newest. */
async function lookUp(db: Db, wanted: QuestionLookupRequest): Promise<QuestionLookupReply> {
  const version = await readVersion(db, wanted)
  return { message: version === undefined ? null : replayedVersion(version).message }
}

function firstBytes(all: readonly Replayed[]): Replayed[] {
  const page: Replayed[] = []
  let bytes = 0
  for (const replayed of all) {
    bytes += Buffer.byteLength(JSON.stringify(replayed.message))
    if (bytes > pageBytes && page.length > 0) break
    page.push(replayed)
  }
  return page
}

/**
 * A version as a message, and as a position in the replay. Its id is the same in each replay, so that a consumer that
 * deduplicates messages counts it once.
 */
function replayedVersion({
  changedAt,
  wasActive,
  action,
  ...changed
}: ReplayedVersion): Replayed<QuestionMessage> {
  const { questionId, version } = changed
  const id = hashedUuid(`question replay ${questionId} ${version}`)
  return {
    place: { questionId, version },
    message: toMessage<QuestionMessage>(id, changedAt, questionEvent(action, changed, wasActive)),
  }
}

function replayedDefinition(entry: DefinedEntry): Replayed {
  const { kind, id, revision, definedAt } = entry
  const messageId = hashedUuid(`definition replay ${kind} ${id} ${revision}`)
  return {
    place: { kind, id },
    message: toMessage<ReplayedMessage>(messageId, definedAt, definitionEvent(entry)),
  }
}

// A message's type and data belong together, so both come from the same builder.
const toMessage = <Message>(id: string, at: Date, { type, version, data }: NewMessage) =>
  ({
    id,
    type,
    version,
    occurredAt: at.toISOString(),
    correlationId: null,
    causationId: null,
    data,
  }) as Message
