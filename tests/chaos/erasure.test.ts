import { rm } from 'node:fs/promises'
import { jetstreamManager } from '@nats-io/jetstream'
import { connect } from '@nats-io/transport-node'
import { type ErasureReceipt, type PublicQuestion, streams } from '@rehearse/contracts'
import { type Platform, startPlatform } from '@rehearse/local-platform'
import { natsServers } from '@rehearse/service-kit/messaging/nats'
import { temporaryFolder } from '@rehearse/testing'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'

let platform: Platform
let dataDir: string
beforeAll(async () => {
  dataDir = (await temporaryFolder()).path
  platform = await startPlatform({
    dataDir,
    logLevel: 'warn',
    nodeEnv: 'test',
    env: { identity: { PASSWORD_COST: '4' } },
  })
}, 120_000)
afterAll(async () => {
  await platform?.stop()
  await rm(dataDir, { recursive: true, force: true })
})

async function call<Body>(path: string, { method = 'GET', token = '', body }: CallOptions = {}) {
  const reply = await fetch(platform.gatewayUrl + path, {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: reply.status, body: (await reply.json()) as Body }
}
interface CallOptions {
  method?: string
  token?: string
  body?: object
}

const password = 'to be forgotten'
const email = 'somebody@rehearse.test'
const name = 'Somebody Who Was Here'

async function learnerWithAnswer() {
  const { body } = await call<{ token: string; user: { uid: string } }>('/api/auth/register', {
    method: 'POST',
    body: { email, password, confirmPassword: password, name },
  })
  const { token, user } = body
  const listed = await call<{ data: PublicQuestion[] }>(
    '/api/questions/unified?type=multiple-choice&pageSize=1',
  )
  const [question] = listed.body.data as [PublicQuestion]
  const saved = await call('/api/progress/save', {
    method: 'POST',
    token,
    body: {
      answerId: crypto.randomUUID(),
      questionId: question.id,
      questionVersion: question.version,
      selectedOptionIds: [question.options[0]?.id],
      timeSpent: 5,
    },
  })
  expect(saved.status).toBe(200)
  return { token, uid: user.uid }
}

test('a service that is down while a learner is deleted, and is killed by the message, catches up', {
  timeout: 180_000,
}, async () => {
  const { token, uid } = await learnerWithAnswer()
  const { pid = 0 } = platform.services.progress
  process.kill(pid, 'SIGSTOP')
  const erased = await call<{ receipt: ErasureReceipt }>('/api/users/me', {
    method: 'DELETE',
    token,
    body: { password },
  })
  expect(erased.status).toBe(202)
  const receipt = async () =>
    (await call<{ receipt: ErasureReceipt }>(`/api/privacy/receipts/${erased.body.receipt.id}`)).body.receipt
  const pending = async () =>
    (await receipt()).services.filter(({ doneAt }) => doneAt === null).map(({ service }) => service)
  await expect.poll(pending, { timeout: 60_000 }).toEqual(['progress'])
  expect((await receipt()).completedAt).toBeNull()

  process.kill(pid, 'SIGKILL')
  await expect.poll(async () => (await receipt()).completedAt, { timeout: 90_000 }).not.toBeNull()
  expect(await rowsAbout(uid)).toEqual({ keys: 0, rows: 0, events: 1, erased: 1 })
  await expectNothingOnStreams([email, name])
})

/** What progress keeps: the event, sealed for good, and the fact of the deletion. */
async function rowsAbout(uid: string) {
  const address = new URL(platform.postgresUrl)
  address.pathname = '/progress'
  const client = new pg.Client({ connectionString: address.href })
  await client.connect()
  try {
    const { rows } = await client.query(
      `select (select count(*)::int from stream_key where stream_id = $1) as keys,
        (select count(*)::int from learner_totals where learner_id = $2) as rows,
        (select count(*)::int from event where stream_id = $1 and type = 'AnswerSubmitted') as events,
        (select count(*)::int from erased_stream) as erased`,
      [`learner-${uid}`, uid],
    )
    return rows[0]
  } finally {
    await client.end()
  }
}

/** Reads every stream completely. */
async function expectNothingOnStreams(identifying: readonly string[]): Promise<void> {
  const connection = await connect(natsServers(platform.natsUrl))
  try {
    const manager = await jetstreamManager(connection)
    for (const { name: stream } of Object.values(streams)) {
      const { state } = await manager.streams.info(stream)
      for (let seq = state.first_seq; state.messages > 0 && seq <= state.last_seq; seq += 1) {
        const text = (await manager.streams.getMessage(stream, { seq }))?.string() ?? ''
        for (const part of identifying) expect(text).not.toContain(part)
      }
    }
  } finally {
    await connection.close()
  }
}
