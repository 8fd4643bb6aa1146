import { z } from 'zod'
import { envelope } from './envelope.ts'

/** What questions are filed under. */
export const placeKind = z.enum(['category', 'topic', 'learning-path', 'section'])
export type PlaceKindName = z.infer<typeof placeKind>

/**
 * An entry of a catalogue as it now is. Its id stays for good; its name may change, so whoever shows names keeps them
 * by id. `revision` grows with every change of an entry, whatever order messages arrive in: a lower one is old news.
 */
export const placeSnapshot = z.object({
  kind: placeKind,
  id: z.string(),
  name: z.string(),
  revision: z.int(),
})
export type PlaceSnapshot = z.infer<typeof placeSnapshot>

export const placeSubjects = {
  /** Made, changed in something other than its name, or told again by a replay. */
  defined: 'questions.place.defined.v1',
  renamed: 'questions.place.renamed.v1',
  removed: 'questions.place.removed.v1',
} as const

export const placeDefined = envelope('PlaceDefined', 1, placeSnapshot)
export const placeRenamed = envelope('PlaceRenamed', 1, placeSnapshot.extend({ previousName: z.string() }))
/**
 * Its questions have moved before, each as a revision of its own. `revision` is the last that the entry had: only a
 * higher one, of an entry made anew, undoes this.
 */
export const placeRemoved = envelope(
  'PlaceRemoved',
  1,
  placeSnapshot.extend({ reassignedTo: z.object({ id: z.string(), name: z.string() }).nullable() }),
)

export const placeMessage = z.discriminatedUnion('type', [placeDefined, placeRenamed, placeRemoved])
export type PlaceMessage = z.infer<typeof placeMessage>
