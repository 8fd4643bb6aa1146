import { removedPlaceReply, removePlaceQuery, shortText } from '@rehearse/contracts'
import { type App, principalOf } from '@rehearse/service-kit'
import { z } from 'zod'
import { type PlaceDefinition, placeDefinitions } from '../catalogue/place-definition.ts'
import { removePlace } from '../catalogue/remove-place.ts'
import { changePlace, createPlace } from '../catalogue/write-place.ts'
import type { Db } from '../db/tables.ts'
import { once } from '../idempotency/once.ts'
import { namedWrite } from './named-write.ts'
import { writeHeaders } from './schemas.ts'

/** Making, renaming and removing what questions are filed under: the same routes for each of the four catalogues. */
export function placeWriteRoutes(app: App, db: Db): void {
  for (const place of placeDefinitions) writeRoutes(app, db, place)
}

function writeRoutes(app: App, db: Db, place: PlaceDefinition): void {
  const { address, kind, noun } = place
  const tags = ['catalogue']
  const config = { access: 'admin' as const }
  const params = z.object({ id: shortText(100) })
  const lower = noun.toLowerCase()

  app.post(
    address,
    {
      config,
      schema: {
        tags,
        summary: `Add: ${lower}`,
        headers: writeHeaders,
        body: place.create,
        response: { 201: place.reply },
      },
    },
    async (request, reply) => {
      reply.code(201)
      return once(db, namedWrite(request, ['create', kind]), async (trx) => {
        const data = await createPlace(trx, place, request.body)
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
        body: place.patch,
        response: { 200: place.reply },
      },
    },
    async (request) => {
      const { id } = request.params
      return once(db, namedWrite(request, ['change', kind, id]), async (trx) => {
        const data = await changePlace(trx, place, id, request.body)
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
        summary: `Delete, and move its questions where reassignTo says: ${lower}`,
        params,
        querystring: removePlaceQuery,
        headers: writeHeaders,
        response: { 200: removedPlaceReply },
      },
    },
    async (request) => {
      const { id } = request.params
      const { reassignTo } = request.query
      const actor = principalOf(request).id
      return once(db, namedWrite(request, ['remove', kind, id]), async (trx) => {
        const { moved } = await removePlace(trx, place, id, { reassignTo, actor })
        return { success: true as const, id, message: `${noun} deleted successfully`, moved }
      })
    },
  )
}
