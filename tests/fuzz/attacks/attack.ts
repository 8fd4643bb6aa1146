import type { Draft } from '../draft.ts'
import type { Ids } from '../fitting-value.ts'
import type { RandomSource } from '../random-source.ts'

/** Changes a valid request. Returns a description for failure reports, or null if it doesn't apply. */
export type Attack = (draft: Draft, random: RandomSource, ids: Ids) => string | null
