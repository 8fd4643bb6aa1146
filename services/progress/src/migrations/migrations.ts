import { eventStoreMigrations } from '@rehearse/event-store'

/** Folders of migrations, in the order in which they are run: the event store's, then our own. */
export const migrations: readonly string[] = [eventStoreMigrations, import.meta.dirname]
