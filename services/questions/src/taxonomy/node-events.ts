import { type PlaceKindName, type PlaceSnapshot, placeSubjects } from '@rehearse/contracts'
import { enqueue, type NewMessage } from '@rehearse/service-kit'
import type { Place } from '../questions/question.ts'
import type { Trx } from '../tables.ts'
import type { PlaceKind, RevisedPlace } from './repository.ts'

const told = {
  category: 'category',
  topic: 'topic',
  learning_path: 'learning-path',
  section: 'section',
} as const satisfies Record<PlaceKind, PlaceKindName>

const snapshot = (kind: PlaceKind, { id, name, revision }: RevisedPlace): PlaceSnapshot => ({
  kind: told[kind],
  id,
  name,
  revision,
})

/** The news of an entry that was made, or is told again. */
export const placeDefinedNews = (kind: PlaceKind, place: RevisedPlace): NewMessage<PlaceSnapshot> => ({
  subject: placeSubjects.defined,
  type: 'PlaceDefined',
  version: 1,
  data: snapshot(kind, place),
})

/** Tells other services of entries that were made. */
export const tellPlaces = (trx: Trx, kind: PlaceKind, places: readonly RevisedPlace[]): Promise<void> =>
  enqueue(
    trx,
    places.map((place) => placeDefinedNews(kind, place)),
  )

/** Tells of an entry that was changed; of a new name in particular. */
export async function tellChangedPlace(
  trx: Trx,
  kind: PlaceKind,
  place: RevisedPlace,
  previousName: string,
): Promise<void> {
  if (place.name === previousName) return tellPlaces(trx, kind, [place])
  await enqueue(trx, [
    {
      subject: placeSubjects.renamed,
      type: 'PlaceRenamed',
      version: 1,
      data: { ...snapshot(kind, place), previousName },
    },
  ])
}

/** Tells of an entry that is gone, and where its questions went. */
export const tellRemovedPlace = (
  trx: Trx,
  kind: PlaceKind,
  place: RevisedPlace,
  reassignedTo: Place | null,
): Promise<void> =>
  enqueue(trx, [
    {
      subject: placeSubjects.removed,
      type: 'PlaceRemoved',
      version: 1,
      data: {
        ...snapshot(kind, place),
        reassignedTo: reassignedTo && { id: reassignedTo.id, name: reassignedTo.name },
      },
    },
  ])
