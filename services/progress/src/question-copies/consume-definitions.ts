import {
  type ChallengeMessage,
  challengeMessage,
  type PlaceMessage,
  type PlanMessage,
  placeMessage,
  planMessage,
  type ReplayedMessage,
} from '@rehearse/contracts'
import type { Backend } from '@rehearse/service-kit'
import type { ProgressTables } from '../tables.ts'
import { removeDefinition, storeDefinition } from './definition-repository.ts'

type AnyMessage = ChallengeMessage | PlanMessage | PlaceMessage | ReplayedMessage
type Trx = Parameters<typeof storeDefinition>[0]

/** Keeps our copy of challenges, plans and learning paths in step with the content library. */
export function keepDefinitions(backend: Backend<ProgressTables>): void {
  backend.consume<ChallengeMessage>({
    name: 'progress-challenges',
    schema: challengeMessage,
    handle: takeDefinitions,
  })
  backend.consume<PlanMessage>({
    name: 'progress-plans',
    schema: planMessage,
    handle: takeDefinitions,
  })
  backend.consume<PlaceMessage>({
    name: 'progress-learning-paths',
    schema: placeMessage,
    handle: takeDefinitions,
  })
}

/** Takes in what the library defines, and passes everything else by. */
export async function takeDefinitions(messages: readonly AnyMessage[], trx: Trx): Promise<void> {
  for (const { type, data } of messages) {
    switch (type) {
      case 'ChallengeDefined':
        await storeDefinition(trx, 'challenge', data.challengeId, data)
        break
      case 'ChallengeRemoved':
        await removeDefinition(trx, 'challenge', data.challengeId, data.revision)
        break
      case 'PlanDefined':
        await storeDefinition(trx, 'plan', data.planId, data)
        break
      case 'PlanRemoved':
        await removeDefinition(trx, 'plan', data.planId, data.revision)
        break
      case 'PlaceRemoved':
        if (data.kind === 'learning-path')
          await removeDefinition(trx, 'learning-path', data.id, data.revision)
        break
      case 'PlaceDefined':
      case 'PlaceRenamed':
        if (data.kind === 'learning-path') await storeDefinition(trx, 'learning-path', data.id, data)
    }
  }
}
