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
import type { Backend } from '../backend.ts'
import { delay } from '../jobs/delay.ts'
import type { MessagingTables } from '../messaging/messaging-tables.ts'
import { enqueue } from '../messaging/outbox.ts'
import { answerRequests } from '../messaging/request-reply.ts'

/** Some rows of a collection, and the cursor of the next page; null after the last one. */
export interface CollectionPage {
  rows: Record<string, unknown>[]
  next: string | null
}

/** Rows of one collection about a learner, after a cursor that the collection defines. */
export type ReadCollection<Tables> = (
  db: Kysely<Tables>,
  learnerId: string,
  page: { after: string | null; limit: number },
) => Promise<CollectionPage>

export type Collections<Tables> = Readonly<Record<string, ReadCollection<Tables>>>

/** How a service exports and erases the personal data it stores. */
export interface PersonalData<Tables> {
  /** In display order; the names are used as headings and file names. */
  collections(db: Kysely<Tables>): Promise<Collections<Tables>>
  /** Deletes or anonymizes it. Idempotent. */
  erase(trx: Transaction<Tables>, learnerId: string): Promise<void>
}

/** Bytes per page: half of the NATS message limit. */
const pageBytes = 512 * 1024
const rowsAtOnce = 500

/**
 * Milliseconds between an erasure request and its execution. By then every process knows that the learner's sessions
 * have ended and has written their work in progress, so nothing is written afterwards.
 */
const erasureGrace = 3_000

/** Exports a learner's data that this service stores, and erases it on request. */
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
        await eraseDeadLetters(trx, request.learnerId)
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

/** Dead-lettered messages about a learner must not be replayed, which would restore erased data. */
async function eraseDeadLetters<Tables>(trx: Transaction<Tables>, learnerId: string): Promise<void> {
  const aboutThem = `"learnerId":${JSON.stringify(learnerId)}`
  await sql`delete from parked_message where position(${aboutThem} in payload) > 0`.execute(trx)
}

/** A page of a learner's data: part of one collection, small enough for a message. */
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

/**
 * Exports a learner's rows of a table unchanged.
 * @param table its name, the owner column, the order column, and the columns to leave out (hashes, the learner's own
 *   id)
 */
export function personalTable<Tables>(table: {
  name: string
  whose: string
  orderedBy: readonly string[]
  hidden?: readonly string[]
}): ReadCollection<Tables> {
  const order = sql.join(table.orderedBy.map((column) => sql.ref(column)))
  const hidden = [table.whose, ...(table.hidden ?? [])]
  return async (db, learnerId, { after, limit }) => {
    const offset = Number(after ?? 0)
    const { rows } = await sql<{ row: Record<string, unknown> }>`
      select to_jsonb(held) - ${hidden}::text[] as row
      from ${sql.table(table.name)} as held
      where ${sql.ref(table.whose)} = ${learnerId}
      order by ${order}
      limit ${limit} offset ${offset}`.execute(db as Kysely<unknown>)
    return {
      rows: rows.map(({ row }) => row),
      next: rows.length === limit ? String(offset + limit) : null,
    }
  }
}

/** A small collection, read as a whole for each page. */
export function unpagedCollection<Tables>(
  read: (db: Kysely<Tables>, learnerId: string) => Promise<readonly object[]>,
): ReadCollection<Tables> {
  return async (db, learnerId, { after, limit }) => {
    const from = Number(after ?? 0)
    const rows = (await read(db, learnerId)).slice(from, from + limit) as Record<string, unknown>[]
    return { rows, next: rows.length === limit ? String(from + limit) : null }
  }
}

/** A table in which each row belongs to one learner. */
interface LearnerTable {
  name: string
  /** The columns of its primary key. */
  key: string[]
}

/**
 * Every table with a `learner_id`, as a learner may see it. The column marks personal rows, so they are exported and
 * erased without a separate list.
 */
export async function learnerTables<Tables>(db: Kysely<Tables>): Promise<Collections<Tables>> {
  const tables = await findLearnerTables(db)
  return Object.fromEntries(
    tables.map(({ name, key }) => [
      name,
      personalTable<Tables>({ name, whose: 'learner_id', orderedBy: key }),
    ]),
  )
}

/** Removes a learner's rows from every table that has a `learner_id`. */
export async function eraseLearnerTables<Tables>(trx: Transaction<Tables>, learnerId: string): Promise<void> {
  for (const { name } of await findLearnerTables(trx)) {
    await sql`delete from ${sql.table(name)} where learner_id = ${learnerId}`.execute(trx)
  }
}

async function findLearnerTables<Tables>(db: Kysely<Tables>): Promise<LearnerTable[]> {
  const { rows } = await sql<LearnerTable>`
    select held.relname as name, array_agg(part.attname::text order by part.attnum) as key
    from pg_class held
    join pg_attribute whose on whose.attrelid = held.oid and whose.attname = 'learner_id' and not whose.attisdropped
    join pg_index key on key.indrelid = held.oid and key.indisprimary
    join pg_attribute part on part.attrelid = held.oid and part.attnum = any(key.indkey)
    where held.relkind in ('r', 'p') and not held.relispartition
      and held.relnamespace = current_schema()::regnamespace
    group by held.relname
    order by held.relname`.execute(db)
  return rows
}
