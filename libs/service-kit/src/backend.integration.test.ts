import { once } from 'node:events'
import { testDatabase } from '@rehearse/testing/test-database'
import { testNats } from '@rehearse/testing/test-nats'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createBackend } from './backend.ts'
import { databaseConfig, serviceConfig } from './config.ts'
import { delay, whenAborted } from './jobs/delay.ts'
import type { MessagingTables } from './messaging/messaging-tables.ts'

test('a closing service stops its jobs while requests in flight end, and closes their connections last', async () => {
  const [database, nats] = await Promise.all([testDatabase('backend'), testNats()])
  const config = serviceConfig.extend(databaseConfig.shape).parse({
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    NATS_URL: nats.url,
    DATABASE_URL: database.databaseUrl,
    DATABASE_OWNER_URL: database.ownerUrl,
  })
  const backend = await createBackend<MessagingTables>({
    name: 'progress',
    description: 'A service for this test',
    config,
    migrations: [],
  })
  const { app, database: pool } = backend
  const pipeline = backend.openPipeline('test', 1)
  const started = Promise.withResolvers<void>()
  const toldToStop = Promise.withResolvers<void>()
  const arrived = Promise.withResolvers<void>()
  const serverClosed = once(app.server, 'close')
  let results: number[] = []
  backend.runPeriodically('job', 0, async (stop) => {
    started.resolve()
    await new Promise<void>((resolve) => whenAborted(stop, resolve))
    toldToStop.resolve()
    // What it has begun takes longer than the last request.
    await serverClosed
    await delay(50)
    const one = sql<{ one: number }>`select 1 as one`
    const both = await Promise.all([pipeline.transaction((trx) => one.execute(trx)), one.execute(pool.db)])
    results = both.flatMap(({ rows }) => rows.map((row) => row.one))
  })
  app.get('/held', { config: { access: 'inner' }, schema: { hide: true } }, async () => {
    arrived.resolve()
    await toldToStop.promise
    return { success: true }
  })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  await started.promise
  const response = fetch(`${url}/held`)
  await arrived.promise
  await app.close()
  expect((await response).status).toBe(200)
  expect(results).toEqual([1, 1])
})
