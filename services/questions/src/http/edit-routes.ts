import { shortText } from '@rehearse/contracts'
import { type App, principalOf } from '@rehearse/service-kit'
import { z } from 'zod'
import type { Db, Trx } from '../db/tables.ts'
import { once } from '../idempotency/once.ts'
import { namedWrite } from './named-write.ts'
import { writeHeaders } from './schemas.ts'

type Fields = Readonly<Record<string, unknown>>

/** A collection that admins edit: what its bodies and replies are, and what is done with them. */
export interface EditedCollection {
  /** Names its writes among all that an Idempotency-Key may stand for. */
  name: string
  /** As in `Plan created successfully`. */
  noun: string
  address: string
  tag: string
  create: z.ZodObject
  patch: z.ZodObject
  reply: z.ZodType
  removal: { summary: string; query: z.ZodObject; reply: z.ZodType }
  made(trx: Trx, body: Fields): Promise<object>
  changed(trx: Trx, id: string, body: Fields): Promise<object>
  /** @returns what the reply says beside the id */
  removed(trx: Trx, id: string, how: { query: Fields; actor: string }): Promise<object>
}

/** Making, changing and removing entries, each under its key only once. */
export function editRoutes(app: App, db: Db, collection: EditedCollection): void {
  const { address, name, noun, reply, removal } = collection
  const tags = [collection.tag]
  const config = { access: 'admin' as const }
  const params = z.object({ id: shortText(100) })
  const headers = writeHeaders
  const lower = noun.toLowerCase()

  app.post(
    address,
    {
      config,
      schema: { tags, summary: `Add: ${lower}`, headers, body: collection.create, response: { 201: reply } },
    },
    async (request, answer) => {
      answer.code(201)
      return once(db, namedWrite(request, ['create', name]), async (trx) => {
        const data = await collection.made(trx, request.body)
        return { success: true as const, data, message: `${noun} created successfully` }
      })
    },
  )

  app.put(
    `${address}/:id`,
    {
      config,
      schema: {
        tags,
        summary: `Change the given fields: ${lower}`,
        params,
        headers,
        body: collection.patch,
        response: { 200: reply },
      },
    },
    async (request) => {
      const { id } = request.params
      return once(db, namedWrite(request, ['change', name, id]), async (trx) => {
        const data = await collection.changed(trx, id, request.body)
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
        headers,
        response: { 200: removal.reply },
      },
    },
    async (request) => {
      const { id } = request.params
      const how = { query: request.query, actor: principalOf(request).id }
      return once(db, namedWrite(request, ['remove', name, id]), async (trx) => {
        const more = await collection.removed(trx, id, how)
        return { success: true as const, id, message: `${noun} deleted successfully`, ...more }
      })
    },
  )
}
