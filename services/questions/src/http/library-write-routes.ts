import { newEntryFields, patchOf, removedReply, slug, success } from '@rehearse/contracts'
import type { App } from '@rehearse/service-kit'
import { z } from 'zod'
import type { Db } from '../db/tables.ts'
import { once } from '../idempotency/once.ts'
import type { LibraryKind } from '../library/kind.ts'
import { changeEntry, createEntry, removeEntry } from '../library/write-entry.ts'
import { namedWrite } from './named-write.ts'
import { writeHeaders } from './schemas.ts'

/** Making, changing and removing entries of one kind of the library. */
export function libraryWriteRoutes(app: App, db: Db, kind: LibraryKind): void {
  const { address, document, noun, view } = kind
  const tags = ['library']
  const config = { access: 'admin' as const }
  const params = z.object({ id: slug })
  const reply = success({ data: view, message: z.string() })
  const lower = noun.toLowerCase()

  app.post(
    address,
    {
      config,
      schema: {
        tags,
        summary: `Add: ${lower}`,
        headers: writeHeaders,
        body: document.extend(newEntryFields),
        response: { 201: reply },
      },
    },
    async (request, answer) => {
      answer.code(201)
      return once(db, namedWrite(request, ['create', kind.name]), async (trx) => {
        const data = await createEntry(trx, kind, request.body)
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
        headers: writeHeaders,
        body: patchOf(document).extend({ order: newEntryFields.order }),
        response: { 200: reply },
      },
    },
    async (request) => {
      const { id } = request.params
      return once(db, namedWrite(request, ['change', kind.name, id]), async (trx) => {
        const data = await changeEntry(trx, kind, id, request.body)
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
        summary: `Delete: ${lower}`,
        params,
        headers: writeHeaders,
        response: { 200: removedReply },
      },
    },
    async (request) => {
      const { id } = request.params
      return once(db, namedWrite(request, ['remove', kind.name, id]), async (trx) => {
        await removeEntry(trx, kind, id)
        return { success: true as const, id, message: `${noun} deleted successfully` }
      })
    },
  )
}
