import { testNats } from '@rehearse/testing'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { runInContext } from '../observability/request-context.ts'
import { openLine } from '../testing/line.ts'
import { type ServiceDatabase, serviceDatabase } from '../testing/service-database.ts'
import { silentLog as log } from '../testing/silent-log.ts'
import { storedMessages } from '../testing/stream.ts'
import type { MessagingTables } from './messaging-tables.ts'
import { type Nats, openNats } from './nats.ts'
import { enqueue, outboxChannel, outboxSource } from './outbox.ts'
import { type Relay, type RelayOptions, startRelay } from './relay.ts'

const soon = { interval: 20 }
let database: ServiceDatabase<MessagingTables>
let natsUrl: string
let nats: Nats
const closing: (() => Promise<void>)[] = []

beforeAll(async () => {
  database = await serviceDatabase('relay')
  natsUrl = (await testNats()).url
  nats = connect(natsUrl)
})
afterAll(async () => {
  await nats?.close()
  await database?.close()
})
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
  const manager = await nats.manager()
  await manager.streams.purge('MEDIA')
  await database.query('delete from outbox')
})

function connect(url: string): Nats {
  const connected = openNats({ url, name: 'test', replicas: 1, log, owns: 'media' })
  connected.start()
  return connected
}

function relay(options: Partial<RelayOptions> = {}): Relay {
  const started = startRelay({
    databaseUrl: database.url,
    name: 'test-relay',
    channel: outboxChannel,
    source: outboxSource(database.db),
    nats,
    log,
    ...options,
  })
  closing.push(started.stop)
  return started
}

const numbered = (number: number) => ({
  subject: 'media.test.numbered.v1',
  type: 'Numbered',
  version: 1,
  data: { number },
})
const commit = (...numbers: number[]) =>
  database.db.transaction().execute((trx) => enqueue(trx, numbers.map(numbered)))
const range = (from: number, count: number) => Array.from({ length: count }, (_, index) => from + index)

const outboxIsEmpty = () =>
  vi.waitFor(async () => {
    const { rows } = await database.query('select count(*) as rows from outbox')
    expect(Number(rows[0].rows)).toBe(0)
  }, soon)
const publishedNumbers = async () =>
  (await storedMessages(nats, 'media')).map(({ data }) => (data as { number: number }).number)

describe('a message enqueued in a transaction', () => {
  test('is published once if its id waits already', async () => {
    const same = { id: crypto.randomUUID(), ...numbered(1) }
    for (let turn = 0; turn < 2; turn += 1) {
      await database.db.transaction().execute((trx) => enqueue(trx, [same, numbered(2)]))
    }
    relay()
    await outboxIsEmpty()
    expect(await publishedNumbers()).toEqual([1, 2, 2])
  })

  test('is published once and in order if it commits', async () => {
    relay({ batchSize: 50 })
    await commit(...range(0, 130))
    for (const number of range(130, 70)) await commit(number)
    await outboxIsEmpty()
    expect(await publishedNumbers()).toEqual(range(0, 200))
  })

  test('is not published if it rolls back', async () => {
    relay()
    const rolledBack = database.db.transaction().execute(async (trx) => {
      await enqueue(trx, [numbered(1), numbered(2)])
      throw new Error('changed my mind')
    })
    await expect(rolledBack).rejects.toThrow('changed my mind')
    await commit(3)
    await outboxIsEmpty()
    expect(await publishedNumbers()).toEqual([3])
  })

  test('is not published before it commits', async () => {
    relay()
    let commitFirst = () => {}
    const first = database.db.transaction().execute(async (trx) => {
      await enqueue(trx, [numbered(1)])
      await new Promise<void>((resolve) => {
        commitFirst = resolve
      })
    })
    await commit(2)
    await vi.waitFor(async () => expect(await publishedNumbers()).toEqual([2]), soon)
    commitFirst()
    await first
    await outboxIsEmpty()
    expect(await publishedNumbers()).toEqual([2, 1])
  })

  test('stays in order even if JetStream rejects one in the middle for a while', async () => {
    const manager = await nats.manager()
    await manager.streams.update('MEDIA', { max_msg_size: 1_000 })
    const long = { ...numbered(2), data: { number: 2, padding: 'x'.repeat(1_000) } }
    await database.db
      .transaction()
      .execute((trx) => enqueue(trx, [numbered(1), long, numbered(3), numbered(4)]))
    const attempts = vi.spyOn(log, 'warn')
    relay()
    await vi.waitFor(() => expect(attempts).toHaveBeenCalled(), soon)
    expect(await publishedNumbers()).toEqual([1])
    await manager.streams.update('MEDIA', { max_msg_size: -1 })
    await outboxIsEmpty()
    expect(await publishedNumbers()).toEqual([1, 2, 3, 4])
    attempts.mockRestore()
  })

  test('carries its cause', async () => {
    relay()
    const context = {
      requestId: 'r',
      correlationId: 'c',
      causationId: '018f0000-0000-7000-8000-000000000001',
    }
    await runInContext(context, () => commit(1))
    await outboxIsEmpty()
    expect(await storedMessages(nats, 'media')).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        type: 'Numbered',
        version: 1,
        occurredAt: expect.any(String),
        correlationId: 'c',
        causationId: context.causationId,
        data: { number: 1 },
      },
    ])
  })

  test('wakes the relay instead of waiting for the next poll', async () => {
    relay({ pollInterval: 24 * 60 * 60_000 })
    for (const number of range(0, 20)) {
      await commit(number)
      await outboxIsEmpty()
    }
  })
})

describe('with two relays', () => {
  test('one that dies between publishing and recording loses nothing, and nothing is stored twice', async () => {
    const source = outboxSource(database.db)
    let deaths = 0
    const dying = {
      read: source.read,
      waiting: source.waiting,
      published: async () => {
        deaths += 1
        await database.terminate('test-relay')
        throw new Error('died')
      },
    }
    const first = relay({ source: dying, batchSize: 40 })
    await commit(...range(0, 100))
    await vi.waitFor(() => expect(deaths).toBe(1), soon)
    await first.stop()
    relay({ batchSize: 30 })
    await outboxIsEmpty()
    expect(await publishedNumbers()).toEqual(range(0, 100))
  })

  test('the second takes over when the first loses its connection, again and again', async () => {
    relay({ batchSize: 10 })
    relay({ batchSize: 10 })
    for (const round of range(0, 10)) {
      await Promise.all([commit(...range(round * 50, 50)), database.terminate('test-relay')])
    }
    await outboxIsEmpty()
    expect(await publishedNumbers()).toEqual(range(0, 500))
  })

  test('only one works at a time', async () => {
    let working = 0
    let most = 0
    const source = outboxSource(database.db)
    const counting = {
      read: async (limit: number) => {
        working += 1
        most = Math.max(most, working)
        try {
          return await source.read(limit)
        } finally {
          working -= 1
        }
      },
      published: source.published,
      waiting: source.waiting,
    }
    const relays = range(0, 3).map(() => relay({ source: counting, batchSize: 5 }))
    for (const round of range(0, 20)) await commit(...range(round * 5, 5))
    await outboxIsEmpty()
    await Promise.all(relays.map((each) => each.stop()))
    expect(await publishedNumbers()).toEqual(range(0, 100))
    expect(most).toBe(1)
  })
})

describe('without NATS', () => {
  test('messages wait for it at startup', async () => {
    const line = await openLine(natsUrl, 'cut')
    const late = connect(line.url)
    closing.push(line.cut, late.close)
    relay({ nats: late })
    await commit(1, 2)
    await line.mend()
    await outboxIsEmpty()
    expect(await publishedNumbers()).toEqual([1, 2])
  })

  test('nothing is lost, duplicated or out of order when it fails between batches', async () => {
    const line = await openLine(natsUrl)
    const shaky = connect(line.url)
    closing.push(line.cut, shaky.close)
    const source = outboxSource(database.db)
    let reads = 0
    const cutting = {
      read: async (limit: number) => {
        const messages = await source.read(limit)
        reads += 1
        // The line breaks after the batch has been read, at another moment each time.
        if (reads % 2 === 1 && reads < 8) {
          const turns = reads * 3
          void (async () => {
            for (const _ of range(0, turns)) await new Promise((resolve) => setImmediate(resolve))
            await line.cut()
            await line.mend()
          })()
        }
        return messages
      },
      published: source.published,
      waiting: source.waiting,
    }
    await commit(...range(0, 2_000))
    relay({ nats: shaky, source: cutting, batchSize: 256 })
    await outboxIsEmpty()
    expect(reads).toBeGreaterThan(7)
    expect(await publishedNumbers()).toEqual(range(0, 2_000))
  })

  test('a relay still stops', async () => {
    const line = await openLine(natsUrl)
    const lost = connect(line.url)
    closing.push(lost.close)
    await lost.connection
    await line.cut()
    const stopping = relay({ nats: lost })
    await commit(1)
    await vi.waitFor(async () => {
      const { rows } = await database.query(
        `select from pg_locks where locktype = 'advisory' and granted and database =
          (select oid from pg_database where datname = current_database())`,
      )
      expect(rows).toHaveLength(1)
    }, soon)
    await stopping.stop()
  })
})
