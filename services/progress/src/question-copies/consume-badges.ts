import { type BadgeMessage, badgeMessage } from '@rehearse/contracts'
import type { Backend } from '@rehearse/service-kit'
import type { ProgressTables } from '../tables.ts'
import { removeBadge, storeBadge } from './badge-repository.ts'

/** Keeps our copy of the badges, and of the rules they are earned by, in step with the library. */
export function keepBadges(backend: Backend<ProgressTables>): void {
  backend.consume<BadgeMessage>({
    name: 'progress-badges',
    schema: badgeMessage,
    handle: async (messages, trx) => {
      for (const message of messages) {
        if (message.type === 'BadgeDefined') await storeBadge(trx, message.data)
        else await removeBadge(trx, message.data.badgeId, message.data.revision)
      }
    },
  })
}
