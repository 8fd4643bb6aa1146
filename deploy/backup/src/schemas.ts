import { messagingMigrations } from '@rehearse/service-kit/database/migrate'
import { migrations as identity } from '../../../services/identity/src/tables.ts'
import { migrations as media } from '../../../services/media/src/tables.ts'
import { migrations as progress } from '../../../services/progress/src/migrations/migrations.ts'
import { migrations as questions } from '../../../services/questions/src/tables.ts'
import type { DatabaseName } from './installation.ts'

/** Folders of each database's migrations, in the order in which its service runs them. */
export const schemas: Readonly<Record<DatabaseName, readonly string[]>> = {
  identity: [messagingMigrations, ...identity],
  questions: [messagingMigrations, ...questions],
  progress: [messagingMigrations, ...progress],
  media: [messagingMigrations, ...media],
}
