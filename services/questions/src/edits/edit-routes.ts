import { adminRole, DomainError, type EditEndpoints, type OrderEndpoints } from '@rehearse/contracts'
import { type App, idempotentWrite, principalOf, serve, withIdempotency } from '@rehearse/service-kit'
import type { FastifyRequest } from 'fastify'
import type { Db, Trx } from '../tables.ts'
import type { Editor } from './content-status.rules.ts'
import { type Precondition, preconditionOf } from './etag.ts'
import { newestDeletion, recordActor } from './repository.ts'

type Fields = Readonly<Record<string, unknown>>

/** A collection that admins edit: its declared endpoints and their handlers. */
export interface EditedCollection {
  /** The kind of its versions; also distinguishes its writes from others with the same Idempotency-Key. */
  name: string
  /** As in `Plan created successfully`. */
  noun: string
  endpoints: EditEndpoints & Partial<OrderEndpoints>
  made(trx: Trx, body: Fields, editor: Editor): Promise<object>
  changed(
    trx: Trx,
    id: string,
    how: { body: Fields; precondition: Precondition; editor: Editor },
  ): Promise<object>
  /** @returns fields of the response besides the id */
  removed(trx: Trx, id: string, how: Removal): Promise<object>
  /** Reorders the whole list. */
  arranged(trx: Trx, ids: readonly string[]): Promise<void>
}

interface Removal {
  /** From the query, or from the body if a client sends it there. */
  query: Fields
  actor: string
  precondition: Precondition
}

/** The caller of an endpoint for editors. */
export const editorOf = (request: FastifyRequest): Editor => {
  const { id, role } = principalOf(request)
  return { id, role: adminRole.parse(role) }
}

/** Creates, changes and removes entries, once per idempotency key. */
export function editRoutes(app: App, db: Db, collection: EditedCollection): void {
  const { name, noun } = collection
  const { create, update, remove, arrange } = collection.endpoints

  serve(app, create, async (request, reply) => {
    reply.code(201)
    return withIdempotency(db, idempotentWrite(request, ['create', name]), async (trx) => {
      const editor = editorOf(request)
      await recordActor(trx, editor.id)
      const data = await collection.made(trx, request.body, editor)
      return { success: true as const, data, message: `${noun} created successfully` }
    })
  })

  serve(app, update, async (request) => {
    const { id } = request.params
    return withIdempotency(db, idempotentWrite(request, ['change', name, id]), async (trx) => {
      const editor = editorOf(request)
      await recordActor(trx, editor.id)
      const how = { body: request.body, precondition: preconditionOf(request.headers['if-match']), editor }
      const data = await collection.changed(trx, id, how)
      return { success: true as const, data, message: `${noun} updated successfully` }
    })
  })

  serve(app, remove, async (request) => {
    const { id } = request.params
    const how = {
      query: { ...remove.query.safeParse(request.body).data, ...request.query },
      actor: principalOf(request).id,
      precondition: preconditionOf(request.headers['if-match']),
    }
    return withIdempotency(db, idempotentWrite(request, ['remove', name, id]), async (trx) => {
      await recordActor(trx, how.actor)
      const more = await collection.removed(trx, id, how)
      const trashId = await newestDeletion(trx, name, id)
      return { success: true as const, id, message: `${noun} deleted successfully`, trashId, ...more }
    })
  })

  if (arrange === undefined) return
  serve(app, arrange, async (request) =>
    withIdempotency(db, idempotentWrite(request, ['arrange', name]), async (trx) => {
      await collection.arranged(trx, request.body.ids)
      return { success: true as const, message: 'Order saved successfully' }
    }),
  )
}

/**
 * A reordered list must contain exactly the entries of the list.
 * @param noun as in `Learning path`
 * @throws {DomainError} conflict, `list_changed`
 */
export function requireCompleteList(noun: string, ids: readonly string[], present: readonly string[]): void {
  const wanted = new Set(ids)
  const isComplete = wanted.size === ids.length && present.length === ids.length
  if (isComplete && present.every((id) => wanted.has(id))) return
  throw new DomainError({
    kind: 'conflict',
    code: 'list_changed',
    message: `The ${noun.toLowerCase()} list has changed in the meantime`,
    details: [{ path: 'ids', message: 'must contain every id of the list exactly once' }],
  })
}
