import { preferencesChanged } from '@rehearse/contracts'
import type { Backend } from '@rehearse/service-kit'
import type { z } from 'zod'
import type { ProgressTables } from '../tables.ts'
import { storePreferredTimeZone } from './time-zone-repository.ts'

/** Keeps our copy of the time zones that learners prefer in step with identity. */
export function keepTimeZones(backend: Backend<ProgressTables>): void {
  backend.consume<z.infer<typeof preferencesChanged>>({
    name: 'progress-time-zones',
    schema: preferencesChanged,
    handle: async (messages, trx) => {
      for (const { data, occurredAt: changedAt } of messages) {
        const { learnerId, timezone: timeZone } = data
        await storePreferredTimeZone(trx, { learnerId, timeZone, changedAt })
      }
    },
  })
}
