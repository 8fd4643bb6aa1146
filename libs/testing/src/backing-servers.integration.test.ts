import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { jetstreamManager } from '@nats-io/jetstream'
import { connect } from '@nats-io/transport-node'
import { natsServers } from '@rehearse/service-kit/messaging/nats'
import pg from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import { acquirePostgres } from './backing-servers.ts'
import { temporaryFolder } from './temporary-folder.ts'
import { type TestDatabase, testDatabase } from './test-database.ts'
import { testNats } from './test-nats.ts'

let database: TestDatabase
let nats: { url: string }

beforeAll(async () => {
  ;[database, nats] = await Promise.all([testDatabase('testing'), testNats()])
})

describe('servers for tests', () => {
  test("a database with a service's roles", async () => {
    const client = new pg.Client({ connectionString: database.databaseUrl })
    await client.connect()
    const { rows } = await client.query('select current_database() as name')
    await client.end()
    expect(rows[0].name).toMatch(/^test_[0-9a-f]{8}_testing_/)
  })

  test('a NATS with JetStream and no streams', async () => {
    const connection = await connect(natsServers(nats.url))
    const manager = await jetstreamManager(connection)
    expect((await manager.getAccountInfo()).streams).toBe(0)
    await manager.streams.add({ name: 'MINE', subjects: ['mine.>'] })
    await connection.close()
  })
})

describe('which servers are used', () => {
  test('those of the environment, without looking for others', async () => {
    const said: string[] = []
    const env = { POSTGRES_URL: 'postgres://somewhere', NATS_URL: 'nats://somewhere' }
    const { postgres, natsSource } = await acquirePostgres({ env, say: (message) => said.push(message) })
    expect(postgres.url).toBe('postgres://somewhere')
    expect(natsSource).toEqual({ kind: 'environment', url: 'nats://somewhere' })
    expect(said).toEqual([])
  })

  test.each([
    ['that is not there', null],
    ['that never answers', (socket: string) => listen(socket)],
  ])('embedded servers when the Docker engine is %s', async (_, engine) => {
    await using folder = await temporaryFolder()
    const socket = join(folder.path, 'docker.sock')
    const server = await engine?.(socket)
    const said: string[] = []
    const { postgres, natsSource } = await acquirePostgres({
      env: { DOCKER_HOST: `unix://${socket}`, NATS_URL: 'nats://somewhere' },
      say: (message) => said.push(message),
    })
    expect(said.join()).toMatch(/the Docker engine can't be used .*; using the embedded ones/)
    expect(natsSource.kind).toBe('environment')
    const client = new pg.Client({ connectionString: postgres.url })
    await client.connect()
    await client.end()
    await postgres.release()
    server?.close()
  })
})

async function listen(path: string): Promise<Server> {
  const server = createServer()
  await new Promise<void>((listening) => server.listen(path, listening))
  return server
}
