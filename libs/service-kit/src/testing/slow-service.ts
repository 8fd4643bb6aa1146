import { z } from 'zod'
import { createBackend } from '../backend.ts'
import { databaseConfig, readConfig, serviceConfig } from '../config.ts'
import type { MessagingTables } from '../messaging/messaging-tables.ts'
import { enqueue } from '../messaging/outbox.ts'
import { runService } from '../run-service.ts'

/**
 * A service like any other, started as a process by tests of starting and stopping. Its one route responds once it
 * gets the lock on the outbox, so that a test decides how slow it is.
 */
const config = z.object({ ...serviceConfig.shape, ...databaseConfig.shape })

await runService(
  () => readConfig(config),
  async (settings) => {
    const { app, database } = await createBackend<MessagingTables>({
      name: 'media',
      description: 'A service for tests',
      config: settings,
      migrations: [],
    })
    app.get('/slow', { config: { access: 'anyone' } }, async () => {
      process.send?.('busy')
      await database.db
        .transaction()
        .execute((trx) =>
          enqueue(trx, [{ subject: 'media.test.slow.v1', type: 'Slow', version: 1, data: {} }]),
        )
      return { done: true }
    })
    return app
  },
)
