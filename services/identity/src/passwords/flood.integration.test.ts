import { setTimeout as pause } from 'node:timers/promises'
import { cookieNames } from '@rehearse/contracts'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { call, newEmail, registerLearner } from '../testing/client.ts'
import { type RunningIdentity, startIdentity } from '../testing/start-identity.ts'
import { FairQueue, type QueuePath } from './fair-queue.ts'
import { HashingThreads } from './password-hasher.ts'

let identity: RunningIdentity
beforeAll(async () => {
  identity = await startIdentity()
})
afterAll(() => identity?.close())
afterEach(() => vi.restoreAllMocks())

/** Makes each hash take a while, and lists the passwords in the order of hashing. */
function watchHashes() {
  const begun: string[] = []
  const compare = HashingThreads.prototype.compare
  const hash = HashingThreads.prototype.hash
  vi.spyOn(HashingThreads.prototype, 'compare').mockImplementation(async function (
    this: HashingThreads,
    ...job
  ) {
    begun.push(job[0])
    await pause(20)
    return compare.apply(this, job)
  })
  vi.spyOn(HashingThreads.prototype, 'hash').mockImplementation(async function (
    this: HashingThreads,
    ...job
  ) {
    begun.push(job[0])
    await pause(20)
    return hash.apply(this, job)
  })
  return begun
}

/** How many hashes had started when a task of this IP address was queued. */
function watchQueue(address: string, begun: readonly string[]) {
  let since = Number.NaN
  const run = FairQueue.prototype.run
  vi.spyOn(FairQueue.prototype, 'run').mockImplementation(function <Result>(
    this: FairQueue,
    path: QueuePath,
    task: () => Promise<Result>,
  ) {
    if (path[1] === address) since = begun.length
    return run.call(this, path, task) as Promise<Result>
  })
  return () => since
}

test('signs in an unknown user after a bounded number of hashes while one IP address floods every class', async () => {
  const [owner, ...attackers] = await Promise.all(
    Array.from({ length: 5 }, () => registerLearner(identity.app)),
  )
  if (owner === undefined) throw new Error('no learner')
  const from = { 'x-forwarded-for': '198.51.100.66' }
  const devices = await Promise.all(
    attackers.map(async ({ email, password }) => {
      const { cookie } = await call(identity.app, '/api/auth/login', { body: { email, password } })
      return `${cookieNames.device}=${cookie(cookieNames.device)?.value}`
    }),
  )
  const begun = watchHashes()
  let isOver = false
  const flood = async (request: () => ReturnType<typeof call>) => {
    while (!isOver) await request()
  }
  const password = 'flood1'
  const confirmPassword = password
  const flooding = attackers.flatMap(({ email, token: bearer }, at) =>
    Array.from({ length: 8 }, () => [
      flood(() =>
        call(identity.app, '/api/auth/login', {
          body: { email, password },
          headers: { ...from, cookie: devices[at] ?? '' },
        }),
      ),
      flood(() =>
        call(identity.app, '/api/auth/login', { body: { email: newEmail(), password }, headers: from }),
      ),
      flood(() =>
        call(identity.app, '/api/admin/auth', { body: { email: newEmail(), password }, headers: from }),
      ),
      flood(() =>
        call(identity.app, '/api/auth/register', {
          body: { email: newEmail(), password, confirmPassword, name: 'Flood' },
          headers: from,
        }),
      ),
      flood(() =>
        call(identity.app, '/api/users/me/password', {
          body: { currentPassword: password, newPassword: password, confirmPassword },
          headers: from,
          bearer,
        }),
      ),
    ]).flat(),
  )
  await vi.waitUntil(() => begun.length > 50)
  const waitsSince = watchQueue('203.0.113.7', begun)
  const reply = await call(identity.app, '/api/auth/login', {
    body: { email: owner.email, password: owner.password },
    headers: { 'x-forwarded-for': '203.0.113.7' },
  })
  isOver = true
  await Promise.all(flooding)
  expect(reply.status).toBe(200)
  // One turn of each class is 11 hashes, including the owner's.
  expect(begun.indexOf(owner.password) - waitsSince()).toBeLessThan(11)
})

test('hashes few of 50 registrations of one email address at once, and rejects all but one as taken', async () => {
  const begun = watchHashes()
  const body = { email: newEmail(), password: 'flood2', confirmPassword: 'flood2', name: 'Flood' }
  const replies = await Promise.all(
    Array.from({ length: 50 }, (_, at) =>
      call(identity.app, '/api/auth/register', { body, headers: { 'x-forwarded-for': `198.51.100.${at}` } }),
    ),
  )
  const statuses = replies.map(({ status }) => status).sort()
  expect(statuses).toEqual([201, ...Array(49).fill(409)])
  expect(begun.length).toBeLessThan(15)
})
