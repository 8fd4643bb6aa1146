import { beforeEach, describe, expect, test } from 'vitest'
import { readStoredSession, storeSession } from './admin-session.ts'

const now = Date.parse('2026-11-21T10:00:00Z')
const session = { id: 'admin_1', email: 'admin@example.com', expiresAt: '2026-11-22T10:00:00.000Z' }

describe('the stored admin session', () => {
  beforeEach(() => storeSession(session))

  test('contains the id, email and expiry, and no token', () => {
    storeSession({ ...session, token: 'secret' } as typeof session)
    expect(JSON.parse(localStorage.getItem('admin_session') ?? '')).toEqual(session)
    expect(readStoredSession(now)).toEqual(session)
  })

  test('is removed after it expires', () => {
    expect(readStoredSession(Date.parse(session.expiresAt))).toBeNull()
    expect(localStorage.getItem('admin_session')).toBeNull()
  })

  test.each(['{', 'null', '"x"', '{"id":"a"}', '{"id":"a","email":"b","expiresAt":"soon"}'])(
    'is removed if it is %s',
    (text) => {
      localStorage.setItem('admin_session', text)
      expect(readStoredSession(now)).toBeNull()
      expect(localStorage.getItem('admin_session')).toBeNull()
    },
  )
})
