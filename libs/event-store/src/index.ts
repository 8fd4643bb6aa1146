import { join } from 'node:path'

export { eventLogChannel } from './append.ts'
export { type BuildOptions, buildShadow, helpBuild, type ShadowProgress } from './build-shadow.ts'
export { readCheckpoint, writeCheckpoint } from './checkpoint.ts'
export { compare, type Difference } from './compare.ts'
export type { Decider } from './decider.ts'
export { eraseStream } from './erase.ts'
export { isErased } from './erased-stream.ts'
export type { EventMetadata, NewEvent, RecordedEvent, StreamHead, StreamWrite } from './event.ts'
export type { EventCatalogue, EventDefinition, Upcaster } from './event-catalogue.ts'
export { type EventLog, openEventLog } from './event-log.ts'
export type { EventTables } from './event-tables.ts'
export { catchUp, type Projection, project } from './projection.ts'
export { promote, rebuild } from './promote.ts'
export { rewrapKeys } from './rewrap-keys.ts'
export { dropShadow, type Shadow } from './shadow.ts'
export { together } from './together.ts'
export { createVault, type StreamSeal, type VaultSecrets } from './vault.ts'

/** The folder with the log's own migrations. */
export const eventStoreMigrations = join(import.meta.dirname, '../migrations')
