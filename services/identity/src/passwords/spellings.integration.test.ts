import bcrypt from 'bcrypt'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newAdmin, signInAdmin } from '../testing/admins.ts'
import { call, newEmail, registerLearner } from '../testing/client.ts'
import { type RunningIdentity, startIdentity } from '../testing/start-identity.ts'

let identity: RunningIdentity
beforeAll(async () => {
  identity = await startIdentity()
})
afterAll(() => identity?.close())

/** The same text as keyboards may type it: composed letters, and combining marks with another kind of space. */
const [composed, decomposed] = ['caf\u00e9 cr\u00e8me', 'cafe\u0301\u00a0cre\u0300me']
const halfCharacter = 'secret\ud83d'

const send = (path: string, body: object, bearer?: string, method: 'POST' | 'DELETE' = 'POST') =>
  call(identity.app, path, { method, body, ...(bearer && { bearer }) })
const signUp = (email: string, password: string, confirmPassword = password) =>
  send('/api/auth/register', { email, password, confirmPassword, name: 'Ann' })
const signIn = (email: string, password: string) => send('/api/auth/login', { email, password })

/** Stores a password as versions did that hashed it as it was typed. */
async function storeAsTyped(table: 'learner' | 'admin', email: string, password: string) {
  const password_hash = await bcrypt.hash(password, 4)
  await identity.database.db.updateTable(table).set({ password_hash }).where('email', '=', email).execute()
}

describe('another spelling of a password', () => {
  test.each([
    [composed, decomposed],
    [decomposed, composed],
  ])('signs in, confirms and changes: %j for %j', async (typed, registered) => {
    const email = newEmail()
    const { status, body } = await signUp(email, registered, typed)
    expect(status).toBe(201)
    expect((await signIn(email, typed)).status).toBe(200)
    const changed = await send(
      '/api/users/me/password',
      { currentPassword: typed, newPassword: `${registered}2`, confirmPassword: `${typed}2` },
      body.token,
    )
    expect(changed.status).toBe(200)
    expect((await signIn(email, `${typed}2`)).status).toBe(200)
    const moved = await send(
      '/api/users/me/email',
      { newEmail: newEmail(), password: `${typed}2` },
      body.token,
    )
    expect(moved.status).toBe(200)
    expect((await send('/api/users/me', { password: `${typed}2` }, body.token, 'DELETE')).status).toBe(202)
  })

  test('signs an admin in, and confirms their changes', async () => {
    const superAdmin = await signInAdmin(identity.app)
    const email = newEmail()
    const made = { email, password: composed, name: 'Ann Admin' }
    expect((await send('/api/admin/admins', made, superAdmin.token)).status).toBe(201)
    const { token } = await signInAdmin(identity.app, email, decomposed)
    const change = { currentPassword: decomposed, newPassword: `${decomposed}2` }
    expect((await send('/api/admin/auth/password', change, token)).status).toBe(200)
    expect((await send('/api/admin/auth/totp', { password: `${composed}2` }, token)).status).toBe(200)
  })

  test('counts towards the limits as it is stored', async () => {
    expect((await signUp(newEmail(), 'e\u0301'.repeat(36))).status).toBe(201)
    expect((await signUp(newEmail(), 'e\u0301'.repeat(5))).status).toBe(400)
    expect((await signUp(newEmail(), '\u0958'.repeat(13))).status).toBe(400)
  })
})

describe('a password that an earlier version stored as it was typed', () => {
  test('signs in, and from then on in any spelling', async () => {
    const { email } = await registerLearner(identity.app)
    await storeAsTyped('learner', email, decomposed)
    expect((await signIn(email, composed)).status).toBe(401)
    expect((await signIn(email, decomposed)).status).toBe(200)
    expect((await signIn(email, composed)).status).toBe(200)
    expect((await signIn(email, decomposed)).status).toBe(200)
  })

  test('signs in on several devices at the same moment', async () => {
    const { email } = await registerLearner(identity.app)
    await storeAsTyped('learner', email, decomposed)
    const replies = await Promise.all(Array.from({ length: 6 }, () => signIn(email, decomposed)))
    expect(replies.map(({ status }) => status)).toEqual(Array(6).fill(200))
  })

  test('with spaces or control characters that a new one can’t have still signs in', async () => {
    const { email } = await registerLearner(identity.app)
    await storeAsTyped('learner', email, 'tab\tand\u3000space')
    expect((await signIn(email, 'tab\tand\u3000space')).status).toBe(200)
    expect((await signIn(email, 'tab\tand space')).status).toBe(200)
  })

  test('confirms an erasure', async () => {
    const { email, token } = await registerLearner(identity.app)
    await storeAsTyped('learner', email, decomposed)
    expect((await send('/api/users/me', { password: decomposed }, token, 'DELETE')).status).toBe(202)
  })

  test('signs an admin in, and from then on in any spelling', async () => {
    const { email } = await newAdmin(identity.app, await signInAdmin(identity.app))
    await storeAsTyped('admin', email, decomposed)
    await signInAdmin(identity.app, email, decomposed)
    await signInAdmin(identity.app, email, composed)
  })
})

test('half a surrogate pair is rejected wherever a password is typed, instead of becoming U+FFFD', async () => {
  const { email, token } = await registerLearner(identity.app)
  const admin = await newAdmin(identity.app, await signInAdmin(identity.app))
  const superAdmin = await signInAdmin(identity.app)
  await storeAsTyped('learner', email, 'secret\ufffd')
  const password = halfCharacter
  const twice = { password, confirmPassword: password }
  const changes = { newPassword: password, confirmPassword: password }
  const replies = await Promise.all([
    send('/api/auth/register', { ...twice, email: newEmail(), name: 'Ann' }),
    signIn(email, password),
    signIn(newEmail(), password),
    send('/api/auth/password/reset', { ...twice, token: 'x'.repeat(43) }),
    send('/api/users/me/password', { ...changes, currentPassword: 'secret\ufffd' }, token),
    send('/api/users/me/email', { newEmail: newEmail(), password }, token),
    send('/api/users/me', { password }, token, 'DELETE'),
    send('/api/admin/auth', { email: admin.email, password }),
    send('/api/admin/admins', { email: newEmail(), password, name: 'Ann' }, superAdmin.token),
    send('/api/admin/auth/password', { currentPassword: password, newPassword: 'secret2' }, admin.token),
    send('/api/admin/auth/password/reset', { token: 'x', password }),
    send('/api/admin/auth/totp', { password }, admin.token),
  ])
  expect(replies.map(({ status, body }) => [status, body.code])).toEqual(
    replies.map(() => [400, 'invalid_request']),
  )
  expect((await signIn(email, 'secret\ufffd')).status).toBe(200)
})
