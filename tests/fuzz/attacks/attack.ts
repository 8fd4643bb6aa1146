import type { Dice } from '../dice.ts'
import type { Draft } from '../draft.ts'
import type { Ids } from '../fitting-value.ts'

/** Does something to a good request. Returns what, in words for the report of a failure; null where it can't. */
export type Attack = (draft: Draft, dice: Dice, ids: Ids) => string | null
