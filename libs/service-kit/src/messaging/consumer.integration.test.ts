import { randomUUID } from 'node:crypto'
import { streams } from '@rehearse/contracts'
import { startNats } from '@rehearse/local-platform'
import { temporaryFolder, testNats } from '@rehearse/testing'
import type { Transaction } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { openDatabase } from '../database/database.ts'
import { currentContext } from '../observability/request-context.ts'
import { openLine } from '../testing/line.ts'
import { type ServiceDatabase, serviceDatabase } from '../testing/service-database.ts'
import { silentLog as log } from '../testing/silent-log.ts'
import { type ConsumerOptions, type Outcome, startConsumer } from './consumer.ts'
import { deduplicate } from './deduplicate.ts'
import type { MessagingTables } from './messaging-tables.ts'
import { type Nats, openNats } from './nats.ts'

const schema = z.object({ id: z.uuid(), correlationId: z.string().nullable(), number: z.int() })
type Numbered = z.infer<typeof schema>
type Tables = MessagingTables & { taken: { number: number; by: string } }
type Options = ConsumerOptions<Tables, Numbered>

const soon = { interval: 20 }
const stream = streams.media.name
let database: ServiceDatabase<Tables>
let natsUrl: string
let nats: Nats
/** Subject and durable name, unique per test. */
let subject: string
let name: string
let outcomes: Outcome[]
const closing: (() => Promise<void>)[] = []

beforeAll(async () => {
  database = await serviceDatabase<Tables>('consumer')
  await database.query('create table taken (number integer not null, by text not null)')
  await database.query('grant select, insert on taken to public')
  natsUrl = (await testNats()).url
  nats = openNats({ url: natsUrl, name: 'test', replicas: 1, log, owns: 'media' })
  nats.start()
  await nats.connection
})
afterAll(async () => {
  await nats?.close()
  await database?.close()
})
beforeEach(async () => {
  name = `test-${randomUUID()}`
  subject = `media.${name}`
  outcomes = []
  await database.query('truncate taken, parked_message, consumed_message')
})
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

const take = async (messages: readonly Numbered[], trx: Transaction<Tables>, by = 'one') => {
  if (messages.length === 0) return
  const rows = messages.map(({ number }) => ({ number, by }))
  await trx.insertInto('taken').values(rows).execute()
}

function consume(options: Partial<Options> = {}) {
  const consumer = startConsumer<Tables, Numbered>({
    nats,
    db: database.db,
    log,
    from: 'media',
    name,
    subject,
    schema,
    handle: (messages, trx) => take(messages, trx),
    onOutcome: (outcome) => outcomes.push(outcome),
    ...options,
  })
  closing.push(consumer.stop)
  return consumer
}

async function publish(numbers: readonly number[], id = randomUUID): Promise<void> {
  const js = await nats.jetstream()
  await Promise.all(
    numbers.map((number) => js.publish(subject, JSON.stringify({ id: id(), correlationId: 'c', number }))),
  )
}
const range = (from: number, count: number) => Array.from({ length: count }, (_, index) => from + index)

async function takenNumbers(): Promise<number[]> {
  const { rows } = await database.query('select number from taken order by number')
  return rows.map((row) => row.number)
}
const deadLetters = async () =>
  (await database.query('select * from parked_message where consumer = $1', [name])).rows
const info = async () => (await nats.manager()).consumers.info(stream, name)

describe('a consumer', () => {
  test('handles messages in batches and acknowledges them all', async () => {
    const sizes: number[] = []
    await publish(range(0, 600))
    consume({
      handle: async (messages, trx) => {
        sizes.push(messages.length)
        await take(messages, trx)
      },
    })
    await vi.waitFor(async () => expect(await takenNumbers()).toEqual(range(0, 600)), soon)
    expect(sizes.length).toBeLessThan(60)
    expect(Math.max(...sizes)).toBeLessThanOrEqual(200)
    await vi.waitFor(
      async () => expect(await info()).toMatchObject({ num_ack_pending: 0, num_pending: 0 }),
      soon,
    )
    expect(outcomes).toEqual(Array(600).fill('handled'))
  })

  test('handles each event of a batch, and dead-letters only those that fail alone', async () => {
    const event = (number: unknown) => ({ id: randomUUID(), correlationId: 'c', number })
    const js = await nats.jetstream()
    consume({ maxDeliveries: 2 })
    await js.publish(subject, JSON.stringify([event(1), event(2)]))
    const bad = event('three')
    await js.publish(subject, JSON.stringify([event(4), bad, event(5)]))
    await vi.waitFor(async () => expect(await takenNumbers()).toEqual([1, 2, 4, 5]), soon)
    await vi.waitFor(async () => expect(await deadLetters()).toHaveLength(1), soon)
    expect(JSON.parse((await deadLetters())[0].payload)).toEqual(bad)
    await vi.waitFor(async () => expect((await info()).num_ack_pending).toBe(0), soon)
    expect(await takenNumbers()).toEqual([1, 2, 4, 5])
  })

  test('acknowledges after the commit, not before', async () => {
    const { promise: mayCommit, resolve: commit } = Promise.withResolvers<void>()
    const handled = vi.fn(async (messages: readonly Numbered[], trx: Transaction<Tables>) => {
      await take(messages, trx)
      await mayCommit
    })
    await publish([1])
    consume({ handle: handled })
    await vi.waitFor(() => expect(handled).toHaveBeenCalled(), soon)
    // After a round trip to the server, an early acknowledgement would have arrived.
    await (await nats.connection).flush()
    expect(await info()).toMatchObject({ num_ack_pending: 1, ack_floor: { stream_seq: 0 } })
    expect(await takenNumbers()).toEqual([])
    commit()
    await vi.waitFor(async () => expect((await info()).num_ack_pending).toBe(0), soon)
    expect(await takenNumbers()).toEqual([1])
  })

  test('receives a message again if its transaction failed, without traces of the first attempt', async () => {
    let attempts = 0
    await publish([1])
    consume({
      handle: async (messages, trx) => {
        attempts += 1
        await take(messages, trx)
        if (attempts === 1) throw new Error('not this time')
      },
    })
    await vi.waitFor(async () => expect(await takenNumbers()).toEqual([1]), soon)
    expect(attempts).toBe(2)
    await vi.waitFor(() => expect(outcomes).toEqual(['delayed', 'handled']), soon)
    expect(await deadLetters()).toEqual([])
  })

  test('continues where it stopped', async () => {
    await publish([1])
    const first = consume()
    await vi.waitFor(async () => expect(await takenNumbers()).toEqual([1]), soon)
    await first.stop()
    await publish([2])
    consume()
    await vi.waitFor(async () => expect(await takenNumbers()).toEqual([1, 2]), soon)
  })

  test('runs in the context of the message', async () => {
    const id = randomUUID()
    const contexts: unknown[] = []
    await publish([1], () => id)
    consume({ handle: async () => void contexts.push(currentContext()) })
    await vi.waitFor(() => expect(contexts).toHaveLength(1), soon)
    expect(contexts).toEqual([{ requestId: id, correlationId: 'c', causationId: id }])
  })

  test('keeps working when its settings change', async () => {
    await publish([1])
    await consume().stop()
    const manager = await nats.manager()
    await manager.consumers.add(stream, {
      durable_name: name,
      filter_subject: subject,
      ack_policy: 'explicit',
      ack_wait: 5e9,
    })
    consume()
    await vi.waitFor(async () => expect(await takenNumbers()).toEqual([1]), soon)
    expect((await info()).config.ack_wait).toBe(30e9)
  })

  test('is created again after being deleted', async () => {
    await publish([1])
    consume()
    await vi.waitFor(async () => expect(await takenNumbers()).toEqual([1]), soon)
    const manager = await nats.manager()
    await manager.consumers.delete(stream, name)
    await publish([2])
    // It starts at the beginning: handlers that must not count twice use `deduplicate`.
    await vi.waitFor(async () => expect(await takenNumbers()).toEqual([1, 1, 2]), soon)
  })
})

describe("a message that can't be handled", () => {
  const handle: Options['handle'] = async (messages, trx) => {
    if (messages.some(({ number }) => number === 13)) throw new Error('thirteen is bad luck')
    await take(messages, trx)
  }

  test("is dead-lettered with its error after the last delivery, and doesn't block others", async () => {
    await publish(range(0, 30))
    consume({ handle, maxDeliveries: 3 })
    const others = range(0, 30).filter((number) => number !== 13)
    await vi.waitFor(async () => expect(await takenNumbers()).toEqual(others), soon)
    expect(await deadLetters()).toEqual([])
    await publish([30])
    await vi.waitFor(async () => expect(await takenNumbers()).toEqual([...others, 30]), soon)
    expect(await deadLetters()).toEqual([])

    await vi.waitFor(async () => expect(await deadLetters()).toHaveLength(1), soon)
    expect(await deadLetters()).toEqual([
      expect.objectContaining({
        stream,
        subject,
        deliveries: 3,
        error: 'Error: thirteen is bad luck',
        payload: expect.stringContaining('"number":13'),
      }),
    ])
    await vi.waitFor(async () => expect((await info()).num_ack_pending).toBe(0), soon)
    expect(outcomes.filter((outcome) => outcome !== 'handled')).toEqual(['delayed', 'delayed', 'parked'])
  })

  test.each([
    ['that is not JSON', 'nonsense'],
    ['that does not match the schema', '{"id":"1"}'],
    ["that Postgres can't store unchanged", 'null \u0000 character'],
    ['that is empty', ''],
  ])('%s is dead-lettered too', async (_name, payload) => {
    const js = await nats.jetstream()
    await js.publish(subject, payload)
    await publish([1])
    consume({ maxDeliveries: 1 })
    await vi.waitFor(async () => expect(await deadLetters()).toHaveLength(1), soon)
    await vi.waitFor(async () => expect(await takenNumbers()).toEqual([1]), soon)
    expect((await deadLetters())[0].payload).toBe(payload.replace('\u0000', '\ufffd'))
  })
})

describe('while the database is down', () => {
  test("nothing is dead-lettered: a lost connection isn't the message's fault", async () => {
    let losses = 3
    await publish(range(0, 20))
    consume({
      maxDeliveries: 1,
      handle: async (messages, trx) => {
        await take(messages, trx)
        losses -= 1
        if (losses >= 0) await database.terminate('consumer')
      },
    })
    await vi.waitFor(async () => expect(await takenNumbers()).toEqual(range(0, 20)), soon)
    expect(await deadLetters()).toEqual([])
    expect(outcomes).not.toContain('parked')
  })

  test('messages wait for it', async () => {
    const line = await openLine(database.url)
    const shaky = openDatabase<Tables>({ url: line.url, name: 'shaky', poolSize: 3, log })
    closing.push(line.cut, shaky.close)
    consume({ db: shaky.db, maxDeliveries: 1 })
    await publish([1])
    await vi.waitFor(async () => expect(await takenNumbers()).toEqual([1]), soon)
    await line.cut()
    await publish([2, 3])
    await vi.waitFor(
      () => expect(outcomes.filter((outcome) => outcome === 'delayed').length).toBeGreaterThan(3),
      soon,
    )
    await line.mend()
    await vi.waitFor(async () => expect(await takenNumbers()).toEqual([1, 2, 3]), soon)
    expect(await deadLetters()).toEqual([])
  })
})

describe('deduplicate', () => {
  const count: Options['handle'] = async (messages, trx) => take(await deduplicate(trx, name, messages), trx)

  test('counts a message once, however often and wherever it is delivered', async () => {
    const ids = range(0, 40).map(() => randomUUID())
    const thrice = range(0, 120).map((number) => number % 40)
    let failures = 5
    for (const number of thrice) await publish([number], () => ids[number] as ReturnType<typeof randomUUID>)
    const handle: Options['handle'] = async (messages, trx) => {
      await count(messages, trx)
      failures -= 1
      if (failures >= 0) throw new Error('rolled back after counting')
    }
    consume({ handle })
    consume({ handle })
    await vi.waitFor(
      async () => expect(await info()).toMatchObject({ num_pending: 0, num_ack_pending: 0 }),
      soon,
    )
    expect(await takenNumbers()).toEqual(range(0, 40))
  })

  test('keeps consumers separate', async () => {
    const message = { id: randomUUID(), correlationId: null, number: 1 }
    const seenBy = (consumer: string) =>
      database.db
        .transaction()
        .execute(async (trx) => (await deduplicate(trx, consumer, [message, message])).length)
    expect([await seenBy('a'), await seenBy('a'), await seenBy('b')]).toEqual([1, 0, 1])
  })
})

test('two replicas share the work, and each message is handled by one', async () => {
  const by =
    (who: string): Options['handle'] =>
    (messages, trx) =>
      take(messages, trx, who)
  consume({ handle: by('one') })
  consume({ handle: by('two') })
  const workers = async () => (await database.query('select distinct by from taken order by by')).rows
  let published = 0
  await vi.waitFor(async () => {
    await publish(range(published, 20))
    published += 20
    expect(await workers()).toEqual([{ by: 'one' }, { by: 'two' }])
  }, soon)
  await vi.waitFor(async () => expect(await takenNumbers()).toEqual(range(0, published)), soon)
})

describe('a stopping consumer', () => {
  test('ends whenever it is stopped, even while it starts', async () => {
    for (const turns of range(0, 40)) {
      const consumer = consume()
      for (const _ of range(0, turns)) await new Promise((resolve) => setImmediate(resolve))
      await consumer.stop()
    }
  })

  test('ends after the batch in flight', async () => {
    let commit = () => {}
    const handled = vi.fn(async (messages: readonly Numbered[], trx: Transaction<Tables>) => {
      await new Promise<void>((resolve) => {
        commit = resolve
      })
      await take(messages, trx)
    })
    await publish([1])
    const consumer = consume({ handle: handled })
    await vi.waitFor(() => expect(handled).toHaveBeenCalled(), soon)
    const stopped = consumer.stop()
    commit()
    await stopped
    expect(await takenNumbers()).toEqual([1])
    await (await nats.connection).flush()
    expect((await info()).num_ack_pending).toBe(0)
  })

  test('ends even if NATS was never available', async () => {
    const nowhere = openNats({ url: 'nats://127.0.0.1:1', name: 'test', replicas: 1, log })
    nowhere.start()
    const consumer = consume({ nats: nowhere })
    await consumer.stop()
    await nowhere.close()
  })
})

test('a consumer continues when NATS restarts, with or without its data', async () => {
  const folders = [await temporaryFolder(), await temporaryFolder()]
  closing.push(...folders.map((folder) => folder.remove))
  const server = await startNats({ dataDir: folders[0]?.path ?? '' })
  const own = openNats({ url: server.url, name: 'test', replicas: 1, log, owns: 'media' })
  own.start()
  const publishOne = (number: number) =>
    vi.waitFor(async () => {
      const js = await own.jetstream()
      await js.publish(subject, JSON.stringify({ id: randomUUID(), correlationId: null, number }))
    }, soon)
  await publishOne(1)
  consume({ nats: own })
  await vi.waitFor(async () => expect(await takenNumbers()).toEqual([1]), soon)
  await server.stop()
  const restarted = await startNats({ dataDir: folders[0]?.path ?? '', port: server.port })
  await publishOne(2)
  await vi.waitFor(async () => expect(await takenNumbers()).toEqual([1, 2]), soon)
  await restarted.stop()
  const empty = await startNats({ dataDir: folders[1]?.path ?? '', port: server.port })
  closing.push(empty.stop, own.close)
  await publishOne(3)
  await vi.waitFor(async () => expect(await takenNumbers()).toEqual([1, 2, 3]), soon)
})

test('a consumer waits for a stream that does not exist yet', async () => {
  const manager = await nats.manager()
  consume({ from: 'questions', subject: 'questions.>' })
  await vi.waitFor(() => expect(manager.streams.info('QUESTIONS')).rejects.toThrow('stream not found'), soon)
  await manager.streams.add({ name: 'QUESTIONS', subjects: ['questions.>'] })
  const js = await nats.jetstream()
  await js.publish('questions.a', JSON.stringify({ id: randomUUID(), correlationId: null, number: 7 }))
  await vi.waitFor(async () => expect(await takenNumbers()).toEqual([7]), soon)
})
