import { challengeOpened } from '@rehearse/contracts'
import type { Backend } from '@rehearse/service-kit'
import type { Tables } from '../tables.ts'
import { storeOpenings } from './opening-repository.ts'

/** Opens solutions to learners who have passed a challenge or given up, as progress tells. */
export function openChallenges(backend: Backend<Tables>): void {
  backend.consume({
    name: 'questions-challenge-openings',
    schema: challengeOpened,
    handle: (messages, trx) => storeOpenings(trx, messages),
  })
}
