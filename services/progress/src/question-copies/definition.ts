import type { ChallengeDefinedData, PlaceSnapshot, PlanDefinedData } from '@rehearse/contracts'

/** What of the content library progress reckons with, and what each kind says. */
export interface Definitions {
  challenge: ChallengeDefinedData
  plan: PlanDefinedData
  'learning-path': PlaceSnapshot
}
export type DefinitionKind = keyof Definitions
