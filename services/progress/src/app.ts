import { join } from 'node:path'
import { eventLogChannel, eventStoreMigrations, openEventLog } from '@rehearse/event-store'
import { type App, createBackend } from '@rehearse/service-kit'
import { backfillBadges } from './badges/backfill-badges.ts'
import { bookmarkRoutes } from './bookmarks/bookmark-routes.ts'
import { answerTaker } from './commands/take-answer.ts'
import type { Config } from './config.ts'
import { answerRepository } from './db/answer-repository.ts'
import { eventLogSource } from './db/event-log-source.ts'
import type { ProgressTables } from './db/tables.ts'
import { eventCatalogue } from './events/catalogue.ts'
import { historyRoutes } from './history/history-routes.ts'
import { progressRoutes } from './http/progress-routes.ts'
import { saveRoutes } from './http/save-routes.ts'
import { learningSessionRoutes } from './learning-sessions/session-routes.ts'
import { keepAnswerKeys } from './messaging/keep-answer-keys.ts'
import { keepBadges } from './messaging/keep-badges.ts'
import { keepDefinitions } from './messaging/keep-definitions.ts'
import { replayBank } from './messaging/replay-bank.ts'
import { noteRoutes } from './notes/note-routes.ts'

export async function buildApp(config: Config): Promise<App> {
  const log = openEventLog({ catalogue: eventCatalogue, secret: config.PERSONAL_DATA_SECRET })
  const backend = await createBackend<ProgressTables>({
    name: 'progress',
    description: 'Answers graded, recorded as events and folded into points, streaks and figures',
    config,
    migrations: [eventStoreMigrations, join(import.meta.dirname, 'db/migrations')],
    relay: ({ db }) => ({ source: eventLogSource(db, log), channel: eventLogChannel }),
  })
  const { app, database } = backend
  keepAnswerKeys(backend)
  keepBadges(backend)
  backfillBadges(backend, log)
  keepDefinitions(backend)
  replayBank(backend)
  saveRoutes(app, { database, takeAnswer: answerTaker(answerRepository(database.db, log)) })
  progressRoutes(app, database)
  historyRoutes(app, database)
  learningSessionRoutes(app, database)
  bookmarkRoutes(app, database)
  noteRoutes(app, database)
  return app
}
