import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { call, newEmail, registerLearner } from '../testing/client.ts'
import {
  identityEnvironment,
  type RunningIdentity,
  startIdentity,
  superAdminEmail,
  superAdminPassword,
} from '../testing/start-identity.ts'
import { HashingThreads } from './password-hasher.ts'

let identity: RunningIdentity
beforeAll(async () => {
  identity = await startIdentity({ ...(await identityEnvironment()), PASSWORD_COST: String(cost) })
})
afterAll(() => identity?.close())
afterEach(() => vi.restoreAllMocks())

/**
 * Every sign-in costs one comparison with a real hash, so timing reveals nothing. The test counts comparisons instead
 * of measuring time.
 */
async function comparisonsOf(path: string, body: object) {
  const compare = vi.spyOn(HashingThreads.prototype, 'compare')
  const { status } = await call(identity.app, path, { body })
  const costs = compare.mock.calls.map(([, hash]) => Number(hash.split('$')[2]))
  compare.mockRestore()
  return { status, costs }
}
const cost = 4
const once = [cost]

describe('a sign-in compares one hash', () => {
  const path = '/api/auth/login'

  test('for a learner, whether or not email and password are correct', async () => {
    const { email, password } = await registerLearner(identity.app)
    expect(await comparisonsOf(path, { email, password })).toEqual({ status: 200, costs: once })
    expect(await comparisonsOf(path, { email, password: 'wrong' })).toEqual({ status: 401, costs: once })
    expect(await comparisonsOf(path, { email, password: 'é'.repeat(37) })).toEqual({
      status: 401,
      costs: once,
    })
    expect(await comparisonsOf(path, { email: newEmail(), password })).toEqual({ status: 401, costs: once })
    expect(await comparisonsOf(path, { email: 'nobody', password })).toEqual({ status: 401, costs: once })
  })

  test('per form of the password, which depends on what was typed alone', async () => {
    const [learner, without] = await Promise.all([
      registerLearner(identity.app),
      registerLearner(identity.app),
    ])
    await identity.database.db
      .updateTable('learner')
      .set({ password_hash: null })
      .where('uid', '=', without.uid)
      .execute()
    const twice = { status: 401, costs: [cost, cost] }
    const password = 'cafe\u0301s1'
    for (const email of [learner.email, without.email, newEmail(), 'nobody']) {
      expect(await comparisonsOf(path, { email, password })).toEqual(twice)
    }
    for (const email of [superAdminEmail, newEmail()]) {
      expect(await comparisonsOf('/api/admin/auth', { email, password })).toEqual(twice)
    }
  })

  test('for a learner without a password', async () => {
    const { email, password, uid } = await registerLearner(identity.app)
    await identity.database.db
      .updateTable('learner')
      .set({ password_hash: null })
      .where('uid', '=', uid)
      .execute()
    expect(await comparisonsOf(path, { email, password })).toEqual({ status: 401, costs: once })
  })

  test('for an admin, active or not', async () => {
    const admins = '/api/admin/auth'
    const [right, wrong] = [superAdminPassword, 'wrong'].map((password) => ({
      email: superAdminEmail,
      password,
    }))
    const nobody = { email: newEmail(), password: superAdminPassword }
    for (const active of [true, false]) {
      await identity.database.db.updateTable('admin').set({ is_active: active }).execute()
      expect(await comparisonsOf(admins, nobody)).toEqual({ status: 401, costs: once })
      expect(await comparisonsOf(admins, wrong as object)).toEqual({ status: 401, costs: once })
      expect(await comparisonsOf(admins, right as object)).toEqual({
        status: active ? 200 : 401,
        costs: once,
      })
    }
  })
})
