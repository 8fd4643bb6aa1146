import { setTimeout as delay } from 'node:timers/promises'
import { type Credentials, keptAccounts, newAccounts } from './accounts.ts'
import type { Client } from './client.ts'
import type { Accounts, Visit } from './journeys/journey.ts'
import { BrokenOff, openVisit } from './visit.ts'

interface Preparation {
  client: Client
  count: number
  admin: Credentials | null
  random: () => number
  addressOf: (() => string) | null
  signal: AbortSignal
  say: (what: string) => void
}

/** The accounts that the journeys go on with, opened before the clock starts; at the pace of the target's own limits. */
export async function prepareAccounts(preparation: Preparation): Promise<Accounts> {
  const { count, admin, say, signal } = preparation
  if (count === 0) return newAccounts(admin)
  const step: Visit['step'] = async (name, ask) => {
    for (;;) {
      const visit = openVisit({
        ...preparation,
        accounts: newAccounts(admin),
        due: performance.now(),
        thinking: 0,
        address: preparation.addressOf?.() ?? null,
        onSent: () => {},
        onTimed: () => {},
      })
      try {
        return await visit.step(name, ask)
      } catch (error) {
        if (!(error instanceof BrokenOff) || error.answered.outcome !== 'limited') throw error
        const seconds = error.answered.retryAfter ?? 5
        say(`the target limits ${name}: going on in ${seconds} s`)
        await delay(seconds * 1_000, undefined, { signal })
      }
    }
  }
  const visit: Visit = {
    accounts: newAccounts(admin),
    random: preparation.random,
    step,
    think: async () => {},
  }
  return keptAccounts(visit, {
    count,
    admin,
    onOpened: (done) => say(`${done} of ${count} accounts are signed up`),
  })
}
