import { challengeOpened } from '@rehearse/contracts'
import type { Backend } from '@rehearse/service-kit'
import { storeOpenings } from '../challenge-openings/opening-repository.ts'
import type { Tables } from '../db/tables.ts'

/** Opens solutions to learners who have passed a challenge or given up, as progress tells. */
export function openChallenges(backend: Backend<Tables>): void {
  backend.consume({
    name: 'questions-challenge-openings',
    schema: challengeOpened,
    handle: (messages, trx) => storeOpenings(trx, messages),
  })
}
