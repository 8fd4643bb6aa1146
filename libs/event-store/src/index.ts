import { join } from 'node:path'

export { append, eventLogChannel } from './append.ts'
export { readCheckpoint, writeCheckpoint } from './checkpoint.ts'
export type { Decider } from './decider.ts'
export type { EventMetadata, NewEvent, RecordedEvent, StreamWrite } from './event.ts'
export type { EventTables } from './event-tables.ts'
export { catchUp, type Projection, rebuild } from './projection.ts'
export { eventReader } from './read.ts'
export { type Upcaster, type Upcasters, upcast } from './upcast.ts'

/** The folder with the log's own migrations. */
export const eventStoreMigrations = join(import.meta.dirname, '../migrations')
