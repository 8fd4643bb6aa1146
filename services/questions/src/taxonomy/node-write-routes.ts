import { removedPlaceReply, removePlaceQuery } from '@rehearse/contracts'
import type { App } from '@rehearse/service-kit'
import { editRoutes } from '../edits/edit-routes.ts'
import type { Db } from '../tables.ts'
import { arrangePlaces } from './arrange-nodes.ts'
import { changePlace, createPlace } from './edit-nodes.ts'
import { placeDefinitions } from './node-definitions.ts'
import { removePlace } from './remove-node.ts'

/** Making, renaming and removing what questions are filed under: the same routes for each of the four catalogues. */
export function placeWriteRoutes(app: App, db: Db): void {
  for (const place of placeDefinitions) {
    const { address, bodyLimit, create, kind, noun, patch, reply } = place
    editRoutes(app, db, {
      name: kind,
      noun,
      address,
      tag: 'catalogue',
      bodyLimit,
      create,
      patch,
      reply,
      removal: {
        summary: 'Delete, and move its questions where reassignTo says',
        query: removePlaceQuery,
        reply: removedPlaceReply,
      },
      made: (trx, body) => createPlace(trx, place, body),
      changed: (trx, id, how) => changePlace(trx, place, id, how),
      removed: (trx, id, { query, ...how }) =>
        removePlace(trx, place, id, { reassignTo: removePlaceQuery.parse(query).reassignTo, ...how }),
      ...(place.ordered && { arranged: (trx, ids) => arrangePlaces(trx, place, ids) }),
    })
  }
}
