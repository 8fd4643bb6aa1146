import type { EventCatalogue } from './event-catalogue.ts'
import type { Vault } from './vault.ts'

/** What reading and writing the log takes, beside a connection. */
export interface EventLogContext {
  catalogue: EventCatalogue
  vault: Vault
}
