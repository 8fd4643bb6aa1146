import { randomUUID } from 'node:crypto'
import { openDatabase } from '@rehearse/service-kit'
import { silentLog } from '@rehearse/service-kit/testing/silent-log'
import { expect, test } from 'vitest'
import type { Tables } from '../tables.ts'
import { identityDatabase } from '../testing/start-identity.ts'
import { deleteExpiredSessions, insertSession } from './repository.ts'

test('expired sessions of all users are deleted; others stay', async () => {
  const { databaseUrl } = await identityDatabase('expired_sessions')
  const { db, close } = openDatabase<Tables>({ url: databaseUrl, name: 'test', poolSize: 1, log: silentLog })
  try {
    const begin = (ttl: number) =>
      db.transaction().execute((trx) => {
        const session = { id: randomUUID(), kind: 'learner' as const, subject_id: randomUUID() }
        return insertSession(trx, session, { userAgent: 'a browser', address: '192.0.2.7' }, ttl)
      })
    await begin(-1)
    await begin(-86_400)
    const { id } = await begin(60)
    expect(await deleteExpiredSessions(db)).toBe(2)
    expect(await db.selectFrom('session').select('id').execute()).toEqual([{ id }])
    expect(await deleteExpiredSessions(db)).toBe(0)
  } finally {
    await close()
  }
})
