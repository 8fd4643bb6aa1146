import { randomUUID } from 'node:crypto'
import { type ErasureReceipt, learnerErasedSubject, type StreamOwner } from '@rehearse/contracts'
import { openNats } from '@rehearse/service-kit'
import { type TestMailServer, testMailServer } from '@rehearse/testing'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { call, newEmail, registerLearner } from '../testing/client.ts'
import { mailSettings, mailTo, tokenIn } from '../testing/mailed.ts'
import { publishedMessage } from '../testing/published-message.ts'
import {
  identityEnvironment,
  type RunningIdentity,
  startIdentity,
  superAdminEmail,
  superAdminPassword,
} from '../testing/start-identity.ts'
import { personalDataHolders, personalTables } from './collect-personal-data.ts'

let mailServer: TestMailServer
let identity: RunningIdentity
beforeAll(async () => {
  mailServer = await testMailServer()
  identity = await startIdentity({ ...(await identityEnvironment()), ...mailSettings(mailServer) })
})
afterAll(async () => {
  await identity?.close()
})

const erase = (bearer: string, body: object) =>
  call(identity.app, '/api/users/me', { method: 'DELETE', bearer, body })
const receiptOf = async (id: string) => {
  const { status, body } = await call(identity.app, `/api/privacy/receipts/${id}`)
  return { status, receipt: (body as { receipt?: ErasureReceipt }).receipt }
}
const asReceipt = (reply: { body: object }) => (reply.body as { receipt: ErasureReceipt }).receipt

/** Every row of every table that contains one of these strings in any column. */
async function traces(...of: string[]): Promise<string[]> {
  const { rows } = await identity.database.pool.query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public'",
  )
  const found: string[] = []
  for (const { name } of rows) {
    const hits = await identity.database.pool.query(
      `select 1 from "${name}" as row where exists (select from unnest($1::text[]) as what where position(what in row::text) > 0)`,
      [of],
    )
    if (hits.rows.length > 0) found.push(name)
  }
  return found.sort()
}

test('exports every table with a column that identifies a learner', async () => {
  const { rows } = await identity.database.pool.query<{ name: string }>(`
    select distinct table_name as name from information_schema.columns
    where table_schema = 'public' and column_name in ('learner_id', 'learner_uid', 'uid', 'subject_id')`)
  // Erasures keep no id once every service has erased the learner.
  expect(
    rows
      .map(({ name }) => name)
      .filter((name) => name !== 'erasure')
      .sort(),
  ).toEqual(Object.keys(personalTables).sort())
})

describe('erasing an account', () => {
  test('requires the correct password, and otherwise erases nothing', async () => {
    const learner = await registerLearner(identity.app)
    expect((await erase(learner.token, { password: 'wrong' })).status).toBe(403)
    expect((await erase(learner.token, { code: 'wrong' })).status).toBe(403)
    expect((await erase(learner.token, {})).status).toBe(400)
    expect((await erase(learner.token, { password: learner.password, code: 'x' })).status).toBe(400)
    expect((await call(identity.app, '/api/auth/me', { bearer: learner.token })).status).toBe(200)
  })

  test('leaves no trace of the owner, ends the session, and frees the email', async () => {
    const learner = await registerLearner(identity.app)
    await call(identity.app, '/api/auth/password/forgot', { body: { email: learner.email } })
    const bystander = await registerLearner(identity.app)
    const reply = await erase(learner.token, { password: learner.password })
    expect(reply.status).toBe(202)
    const receipt = asReceipt(reply)
    expect(receipt.id).toMatch(/^[\w-]{32}$/)
    expect(receipt.services).toEqual(
      [...personalDataHolders].sort().map((service) => ({
        service,
        doneAt: service === 'identity' ? expect.any(String) : null,
      })),
    )
    expect(receipt.completedAt).toBeNull()
    expect(reply.cookies.every(({ value }) => value === '')).toBe(true)
    // The receipt still waits for other services, whose message contains only the id.
    expect(await traces(learner.email)).toEqual([])
    await vi.waitFor(async () => expect(await traces(learner.uid)).toEqual(['erasure']))
    expect((await call(identity.app, '/api/auth/me', { bearer: learner.token })).status).toBe(401)
    const signIn = { email: learner.email, password: learner.password }
    expect((await call(identity.app, '/api/auth/login', { body: signIn })).status).toBe(401)
    expect((await call(identity.app, '/api/auth/me', { bearer: bystander.token })).status).toBe(200)
    const again = await call(identity.app, '/api/auth/register', {
      body: { ...signIn, confirmPassword: signIn.password, name: 'Ann' },
    })
    expect(again.status).toBe(201)
    expect(again.body.user?.uid).not.toBe(learner.uid)
  })

  test('is published with the learner’s id and nothing else', async () => {
    const learner = await registerLearner(identity.app)
    await erase(learner.token, { password: learner.password })
    const message = await publishedMessage(
      identity,
      ({ type, data }) => type === 'LearnerErasureRequested' && data.learnerId === learner.uid,
    )
    expect(message.data).toEqual({ learnerId: learner.uid })
  })

  test('runs once when requested twice concurrently', async () => {
    const learner = await registerLearner(identity.app)
    const replies = await Promise.all([1, 2].map(() => erase(learner.token, { password: learner.password })))
    expect(replies.map(({ status }) => status).sort()).toEqual([202, 401])
  })

  test('of an account without a password requires its session and a mailed code, which works once', async () => {
    const [learner, other] = [await registerLearner(identity.app), await registerLearner(identity.app)]
    await identity.database.db
      .updateTable('learner')
      .set({ password_hash: null })
      .where('uid', '=', learner.uid)
      .execute()
    expect((await erase(learner.token, { password: learner.password })).status).toBe(403)
    const sent = await call(identity.app, '/api/users/me/erasure-code', {
      method: 'POST',
      bearer: learner.token,
    })
    expect(sent.status).toBe(200)
    const code = tokenIn(
      await mailTo(mailServer, learner.email, 'Confirm that you want to delete your account'),
    )
    expect((await erase(other.token, { code })).status).toBe(403)
    expect((await erase(learner.token, { code })).status).toBe(202)
    expect((await erase(learner.token, { code })).status).toBe(401)
  })
})

describe('an erasure receipt', () => {
  test('shows when each service was done, and drops the learner’s id with the last', async () => {
    const learner = await registerLearner(identity.app)
    const { id } = asReceipt(await erase(learner.token, { password: learner.password }))
    const nats = openNats({
      url: identity.env.NATS_URL ?? '',
      name: 'test',
      replicas: 1,
      log: identity.app.log,
    })
    nats.start()
    const manager = await nats.manager()
    const others = personalDataHolders.filter((service) => service !== 'identity')
    for (const service of others) {
      await manager.streams.add({ name: service.toUpperCase(), subjects: [`${service}.>`] })
      await report(service)
    }
    const done = await vi.waitUntil(async () => {
      const { receipt } = await receiptOf(id)
      return receipt?.completedAt ? receipt : false
    })
    expect(done.services.every(({ doneAt }) => doneAt !== null)).toBe(true)
    expect(await traces(learner.uid)).toEqual([])
    await report('questions')
    await nats.close()

    async function report(service: StreamOwner) {
      const js = await nats.jetstream()
      const data = { learnerId: learner.uid, service, erasedAt: new Date().toISOString() }
      const envelope = { id: randomUUID(), type: 'LearnerErased', version: 1, occurredAt: data.erasedAt }
      const message = { ...envelope, correlationId: null, causationId: null, data }
      await js.publish(learnerErasedSubject(service), JSON.stringify(message))
    }
  })

  test('returns 404 for an unknown id', async () => {
    expect((await receiptOf('x'.repeat(32))).status).toBe(404)
  })
})

test('rejects an export while a service is unavailable, with an error that suggests a retry', async () => {
  const learner = await registerLearner(identity.app)
  const reply = await call(identity.app, '/api/users/me/export', { bearer: learner.token })
  expect(reply.status).toBe(503)
  expect(reply.body).toMatchObject({ success: false, code: 'export_incomplete' })
  expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0)
})

describe('an admin', () => {
  const asSuperAdmin = async () => {
    const { body } = await call(identity.app, '/api/admin/auth', {
      body: { email: superAdminEmail, password: superAdminPassword },
    })
    return String(body.admin?.token)
  }

  test('erases a learner by typing their email, and gets the receipt', async () => {
    const [bearer, learner] = [await asSuperAdmin(), await registerLearner(identity.app)]
    const path = `/api/admin/users/${learner.uid}`
    const remove = (confirm: string) =>
      call(identity.app, path, { method: 'DELETE', bearer, body: { confirm } })
    expect(await remove(newEmail())).toMatchObject({ status: 400, body: { code: 'not_confirmed' } })
    expect((await call(identity.app, '/api/auth/me', { bearer: learner.token })).status).toBe(200)
    const reply = await remove(` ${learner.email.toUpperCase()} `)
    expect(reply.status).toBe(202)
    expect((await receiptOf(asReceipt(reply).id)).status).toBe(200)
    expect((await remove(learner.email)).status).toBe(404)
    expect((await call(identity.app, '/api/auth/me', { bearer: learner.token })).status).toBe(401)
  })
})
