import { join } from 'node:path'

export { awaitAllSettled, eraseStream, eventLogChannel } from './append.ts'
export { type BuildOptions, buildShadow, helpBuild, type ShadowProgress } from './build-shadow.ts'
export { compare, type Difference } from './compare.ts'
export {
  type Decider,
  type EventCatalog,
  type EventDefinition,
  type EventMetadata,
  type EventTables,
  isErased,
  type NewEvent,
  type RecordedEvent,
  type StreamHead,
  type StreamWrite,
  type Upcaster,
} from './event.ts'
export { type EventLog, openEventLog, RecentEvents } from './event-log.ts'
export {
  catchUp,
  type Followed,
  inTransaction,
  type Projection,
  project,
  readCheckpoint,
  type Transact,
  writeCheckpoint,
} from './projection.ts'
export { promote, rebuild } from './promote.ts'
export { rewrapKeys } from './rewrap-keys.ts'
export { dropShadow, type Shadow } from './shadow.ts'
export { createVault, type StreamSeal, type VaultSecrets } from './vault.ts'

/** The folder with the log's own migrations. */
export const eventStoreMigrations = join(import.meta.dirname, '../migrations')
