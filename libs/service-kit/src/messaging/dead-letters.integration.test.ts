import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { testNats } from '@rehearse/testing'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { type ServiceDatabase, serviceDatabase } from '../testing/service-database.ts'
import { silentLog as log } from '../testing/silent-log.ts'
import { storedMessages } from '../testing/stream.ts'
import { startConsumer } from './consumer.ts'
import { deadLetterWork, replayDeadLetters } from './dead-letters.ts'
import type { MessagingTables } from './messaging-tables.ts'
import { type Nats, openNats } from './nats.ts'
import { enqueue, outboxChannel, outboxSource } from './outbox.ts'
import { startRelay } from './relay.ts'

type Tables = MessagingTables & { taken: { number: number } }
const schema = z.object({ id: z.uuid(), correlationId: z.string().nullable(), number: z.int() })
const soon = { interval: 20 }
let database: ServiceDatabase<Tables>
let nats: Nats
const closing: (() => Promise<void>)[] = []

beforeAll(async () => {
  database = await serviceDatabase<Tables>('replay_parked')
  await database.query('create table taken (number integer not null)')
  await database.query('grant select, insert on taken to public')
  nats = openNats({ url: (await testNats()).url, name: 'test', replicas: 1, log, owns: 'media' })
  nats.start()
  await nats.connection
})
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
  await database.query('truncate taken, parked_message, outbox')
})
afterAll(async () => {
  await nats.close()
  await database.close()
})

/** Runs the command as an operator would. */
async function ops(...words: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(import.meta.dirname, 'ops-dead-letters.ts'), ...words],
    { env: { ...process.env, DATABASE_URL: database.url } },
  )
  return stdout.trim()
}

const deadLetters = async () => (await database.query('select * from parked_message order by id')).rows
const taken = async () =>
  (await database.query('select number from taken order by number')).rows.map((row) => row.number)

/** A consumer that can't handle some messages, and a replay with the same handler. */
function consumer(handle: (number: number) => void) {
  const name = `test-${randomUUID()}`
  const take = async (
    numbers: readonly number[],
    trx: Parameters<Parameters<typeof startConsumer<Tables, z.infer<typeof schema>>>[0]['handle']>[1],
  ) => {
    for (const number of numbers) {
      handle(number)
      await trx.insertInto('taken').values({ number }).execute()
    }
  }
  const consuming = startConsumer<Tables, z.infer<typeof schema>>({
    nats,
    db: database.db,
    log,
    from: 'media',
    name,
    subject: `media.${name}`,
    schema,
    maxDeliveries: 1,
    handle: (messages, trx) =>
      take(
        messages.map(({ number }) => number),
        trx,
      ),
  })
  const replaying = replayDeadLetters<Tables>({
    db: database.db,
    log,
    interval: 20,
    handlers: new Map([[name, (payload, trx) => take([schema.parse(JSON.parse(payload)).number], trx)]]),
  })
  closing.push(consuming.stop, replaying.stop)
  return async (number: number) => {
    const js = await nats.jetstream()
    await js.publish(`media.${name}`, JSON.stringify({ id: randomUUID(), correlationId: null, number }))
  }
}

test('lists a dead-lettered message, updates its reason when it fails again, and handles it once the cause is fixed', async () => {
  let problem = 'seven is not known yet'
  const publish = consumer((number) => {
    if (number === 7 && problem !== '') throw new Error(problem)
  })
  await publish(7)
  await publish(8)
  await expect.poll(deadLetters, soon).toHaveLength(1)
  expect(await ops('list')).toContain('seven is not known yet')
  expect(await ops('show', String((await deadLetters())[0].id))).toContain('number\\":7')

  problem = 'still not'
  expect(await ops('replay', 'all')).toBe('1 to be handled again')
  await expect.poll(async () => (await deadLetters())[0]?.error, soon).toBe('Error: still not')
  expect(await deadLetters()).toMatchObject([{ replay_at: null, deliveries: 2 }])
  await expect.poll(taken, soon).toEqual([8])

  problem = ''
  await ops('replay', String((await deadLetters())[0].id))
  await expect.poll(taken, soon).toEqual([7, 8])
  expect(await deadLetters()).toEqual([])
  expect(await ops('list')).toBe('There are no dead letters.')
})

test('dead-letters a message of a recreated stream next to an earlier one with the same sequence', async () => {
  const work = { stream: 'MEDIA', position: 7, subject: 'media.test', error: new Error('no'), tries: 1 }
  const storeDeadLetter = (payload: string) => deadLetterWork(database.db, 'test', { ...work, payload })
  await storeDeadLetter('{"id":1}')
  await storeDeadLetter('{"id":2}')
  await storeDeadLetter('{"id":2}')
  expect((await deadLetters()).map(({ payload }) => payload)).toEqual(['{"id":1}', '{"id":2}'])
})

test('drops a dead-lettered message', async () => {
  const publish = consumer(() => {
    throw new Error('never')
  })
  await publish(1)
  await publish(2)
  await expect.poll(deadLetters, soon).toHaveLength(2)
  expect(await ops('drop', String((await deadLetters())[0].id))).toBe('1 dropped')
  expect(await deadLetters()).toHaveLength(1)
  await expect(ops('drop')).rejects.toThrow(/Usage/)
})

test("the outbox dead-letters a message that NATS can't accept, and publishes those behind it", async () => {
  const message = (text: string) => ({ subject: 'media.large.v1', type: 'Large', version: 1, data: { text } })
  await database.db
    .transaction()
    .execute((trx) => enqueue(trx, [message('first'), message('x'.repeat(1_100_000)), message('last')]))
  const relay = startRelay({
    databaseUrl: database.url,
    name: 'parked-relay',
    channel: outboxChannel,
    source: outboxSource(database.db),
    nats,
    log,
  })
  closing.push(relay.stop)
  const texts = async () =>
    (await storedMessages(nats, 'media')).flatMap(({ data }) =>
      typeof data === 'object' && data && 'text' in data ? [data.text] : [],
    )
  await expect.poll(texts, soon).toEqual(['first', 'last'])
  expect(await deadLetters()).toMatchObject([{ consumer: 'outbox', subject: 'media.large.v1' }])
  expect((await database.query('select * from outbox')).rows).toEqual([])
})
