import { type LearnerErasedMessage, learnerErased } from '@rehearse/contracts'
import type { Backend } from '@rehearse/service-kit'
import type { Tables } from '../tables.ts'
import { markErased } from './erasure-repository.ts'
import { personalDataHolders } from './services.ts'

/** Notes on the receipts which services have forgotten a learner. */
export function keepReceipts(backend: Backend<Tables>): void {
  for (const service of personalDataHolders) {
    if (service === 'identity') continue
    backend.consume<LearnerErasedMessage>({
      name: `identity-receipts-${service}`,
      schema: learnerErased,
      handle: async (messages, trx) => {
        for (const { data } of messages) {
          await markErased(trx, { learnerId: data.learnerId, service, at: new Date(data.erasedAt) })
        }
      },
    })
  }
}
