import {
  DomainError,
  type LearnerErasureRequestedMessage,
  type LearnerExportPage,
  type LearnerExportRequest,
  learnerErased,
  learnerErasedSubject,
  learnerErasureRequested,
  learnerExportRequest,
  learnerExportSubject,
  type StreamOwner,
} from '@rehearse/contracts'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Backend } from './backend.ts'
import { delay } from './delay.ts'
import type { MessagingTables } from './messaging-tables.ts'
import { enqueue } from './outbox.ts'
import { answerRequests } from './request-reply.ts'

/** Some rows of a collection, and where the next ones begin; null at the end. */
export interface CollectionPage {
  rows: Record<string, unknown>[]
  next: string | null
}

/** Rows of one collection that concern a learner, from after a cursor of its own making. */
export type ReadCollection<Tables> = (
  db: Kysely<Tables>,
  learnerId: string,
  page: { after: string | null; limit: number },
) => Promise<CollectionPage>

export type Collections<Tables> = Readonly<Record<string, ReadCollection<Tables>>>

/** All that a service holds on learners: how it is shown to them, and how it is forgotten. */
export interface PersonalData<Tables> {
  /** In the order in which they are shown; the names are headings and file names. */
  collections(db: Kysely<Tables>): Promise<Collections<Tables>>
  /** Removes it, or makes it nobody's. A second time it changes nothing. */
  erase(trx: Transaction<Tables>, learnerId: string): Promise<void>
}

/** Bytes of a page: half of what NATS takes as one message. */
const pageBytes = 512 * 1024
const rowsAtOnce = 500

/**
 * Milliseconds between the wish to be forgotten and its fulfilment: by then every process has heard that the learner's
 * sessions have ended, and what they had under way is written, so that nothing is written after.
 */
const erasureGrace = 3_000

/** Lets learners see what this service holds on them, and forgets it when told to. */
export function servePersonalData<Tables extends MessagingTables>(
  name: Exclude<StreamOwner, 'identity'>,
  backend: Backend<Tables>,
  data: PersonalData<Tables>,
): void {
  const { db } = backend.database
  answerRequests(backend, {
    subject: learnerExportSubject(name),
    name: 'exports',
    answer: (request) => readPersonalData(db, data, learnerExportRequest.parse(request)),
  })
  backend.consume<LearnerErasureRequestedMessage>({
    name: `${name}-erasures`,
    schema: learnerErasureRequested,
    handle: async (messages, trx) => {
      const newest = Math.max(...messages.map(({ occurredAt }) => Date.parse(occurredAt)))
      await delay(Math.min(erasureGrace, Math.max(0, newest + erasureGrace - Date.now())))
      for (const { data: request } of messages) {
        await data.erase(trx, request.learnerId)
        await eraseParkedMessages(trx, request.learnerId)
      }
      const erasedAt = new Date().toISOString()
      await enqueue(
        trx,
        messages.map(({ data: { learnerId } }) => ({
          subject: learnerErasedSubject(name),
          type: learnerErased.shape.type.value,
          version: learnerErased.shape.version.value,
          data: { learnerId, service: name, erasedAt },
        })),
      )
    },
  })
}

/** Messages about a learner that could not be handled must not be replayed to bring them back. */
async function eraseParkedMessages<Tables>(trx: Transaction<Tables>, learnerId: string): Promise<void> {
  const aboutThem = `"learnerId":${JSON.stringify(learnerId)}`
  await sql`delete from parked_message where position(${aboutThem} in payload) > 0`.execute(trx)
}

/** A page of what is held on a learner: a part of one collection, small enough for a message. */
export async function readPersonalData<Tables>(
  db: Kysely<Tables>,
  data: Pick<PersonalData<Tables>, 'collections'>,
  { learnerId, from }: LearnerExportRequest,
): Promise<LearnerExportPage> {
  const collections = await data.collections(db)
  const names = Object.keys(collections)
  const place = from?.collection ?? 0
  const collection = names[place]
  const read = collection === undefined ? undefined : collections[collection]
  if (collection === undefined || read === undefined) return { collection: '', rows: [], next: null }
  for (let limit = rowsAtOnce; ; limit = Math.ceil(limit / 4)) {
    const { rows, next } = await read(db, learnerId, { after: from?.after ?? null, limit })
    const fits = Buffer.byteLength(JSON.stringify(rows)) <= pageBytes
    if (!fits && limit === 1) throw tooLarge(collection)
    if (!fits) continue
    const isLast = place === names.length - 1
    return {
      collection,
      rows,
      next:
        next !== null
          ? { collection: place, after: next }
          : isLast
            ? null
            : { collection: place + 1, after: null },
    }
  }
}

const tooLarge = (collection: string) =>
  new DomainError({
    kind: 'unavailable',
    code: 'export_row_too_large',
    message: `A row of ${collection} is too large to be sent`,
  })
