import type { Dice } from '../dice.ts'
import type { Draft } from '../draft.ts'
import type { Ids } from '../fitting-value.ts'

/** Changes a valid request. Returns a description for failure reports, or null if it doesn't apply. */
export type Attack = (draft: Draft, dice: Dice, ids: Ids) => string | null
