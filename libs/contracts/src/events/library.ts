import { z } from 'zod'
import { envelope } from './envelope.ts'

/*
 * What the library holds and nobody reckons with: guides, articles, jobs … (for the others see definitions.ts). Whoever
 * keeps what they have read of them asks anew.
 */

export const librarySubjects = { revised: 'questions.library.revised.v1' } as const

/** Entries of one kind were made, changed or removed. */
export const libraryRevised = envelope(
  'LibraryRevised',
  1,
  z.object({ kind: z.string(), entryIds: z.array(z.string()) }),
)
export type LibraryRevisedData = z.infer<typeof libraryRevised>['data']
