import {
  BODY_LIMIT,
  changeHeaders,
  DomainError,
  messageReply,
  newOrder,
  repeatableHeaders,
  SMALL_BODY_LIMIT,
  shortText,
} from '@rehearse/contracts'
import { type App, idempotentWrite, principalOf, withIdempotency } from '@rehearse/service-kit'
import { z } from 'zod'
import type { Db, Trx } from '../tables.ts'
import type { Precondition } from './if-match.ts'
import { preconditionOf } from './if-match.ts'

type Fields = Readonly<Record<string, unknown>>

/** A collection that admins edit: what its bodies and replies are, and what is done with them. */
export interface EditedCollection {
  /** Names its writes among all that an Idempotency-Key may stand for. */
  name: string
  /** As in `Plan created successfully`. */
  noun: string
  address: string
  tag: string
  /** Bytes that an entry may have in a body; 16 KB unless said. */
  bodyLimit?: number | undefined
  create: z.ZodObject
  patch: z.ZodObject
  reply: z.ZodType
  removal: { summary: string; query: z.ZodObject; reply: z.ZodType }
  made(trx: Trx, body: Fields): Promise<object>
  changed(trx: Trx, id: string, how: { body: Fields; precondition: Precondition }): Promise<object>
  /** @returns what the reply says beside the id */
  removed(trx: Trx, id: string, how: Removal): Promise<object>
  /** Reorders the whole list; absent where the order can't be chosen. */
  arranged?(trx: Trx, ids: readonly string[]): Promise<void>
}

interface Removal {
  /** Of the address; of the body, where a client thinks that it belongs there. */
  query: Fields
  actor: string
  precondition: Precondition
}

/** Making, changing and removing entries, each under its key only once. */
export function editRoutes(app: App, db: Db, collection: EditedCollection): void {
  const { address, name, noun, reply, removal, bodyLimit = SMALL_BODY_LIMIT } = collection
  const tags = [collection.tag]
  const config = { access: 'admin' as const }
  const params = z.object({ id: shortText(100) })
  const { arranged } = collection
  const lower = noun.toLowerCase()

  app.post(
    address,
    {
      bodyLimit,
      config,
      schema: {
        tags,
        summary: `Add: ${lower}`,
        headers: repeatableHeaders,
        body: collection.create,
        response: { 201: reply },
      },
    },
    async (request, answer) => {
      answer.code(201)
      return withIdempotency(db, idempotentWrite(request, ['create', name]), async (trx) => {
        const data = await collection.made(trx, request.body)
        return { success: true as const, data, message: `${noun} created successfully` }
      })
    },
  )

  app.put(
    `${address}/:id`,
    {
      bodyLimit,
      config,
      schema: {
        tags,
        summary: `Change the given fields: ${lower}`,
        params,
        headers: changeHeaders,
        body: collection.patch,
        response: { 200: reply },
      },
    },
    async (request) => {
      const { id } = request.params
      return withIdempotency(db, idempotentWrite(request, ['change', name, id]), async (trx) => {
        const how = { body: request.body, precondition: preconditionOf(request.headers['if-match']) }
        const data = await collection.changed(trx, id, how)
        return { success: true as const, data, message: `${noun} updated successfully` }
      })
    },
  )

  app.delete(
    `${address}/:id`,
    {
      config,
      schema: {
        tags,
        summary: `${removal.summary}: ${lower}`,
        params,
        querystring: removal.query,
        headers: changeHeaders,
        response: { 200: removal.reply },
      },
    },
    async (request) => {
      const { id } = request.params
      const how = {
        query: { ...removal.query.safeParse(request.body).data, ...request.query },
        actor: principalOf(request).id,
        precondition: preconditionOf(request.headers['if-match']),
      }
      return withIdempotency(db, idempotentWrite(request, ['remove', name, id]), async (trx) => {
        const more = await collection.removed(trx, id, how)
        return { success: true as const, id, message: `${noun} deleted successfully`, ...more }
      })
    },
  )

  if (arranged === undefined) return
  app.post(
    `${address}/order`,
    {
      bodyLimit: BODY_LIMIT,
      config,
      schema: {
        tags,
        summary: `Put the whole list into another order: ${lower}`,
        headers: repeatableHeaders,
        body: newOrder,
        response: { 200: messageReply },
      },
    },
    async (request) =>
      withIdempotency(db, idempotentWrite(request, ['arrange', name]), async (trx) => {
        await arranged(trx, request.body.ids)
        return { success: true as const, message: 'Order saved successfully' }
      }),
  )
}

/**
 * A list in another order must still be the whole list.
 * @param noun as in `Learning path`
 * @throws {DomainError} conflict, `list_changed`
 */
export function requireWholeList(noun: string, ids: readonly string[], present: readonly string[]): void {
  const wanted = new Set(ids)
  const isWhole = wanted.size === ids.length && present.length === ids.length
  if (isWhole && present.every((id) => wanted.has(id))) return
  throw new DomainError({
    kind: 'conflict',
    code: 'list_changed',
    message: `The ${noun.toLowerCase()} list has changed in the meantime`,
    details: [{ path: 'ids', message: 'must be every id of the list, each once' }],
  })
}
