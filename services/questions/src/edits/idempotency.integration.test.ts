import { withIdempotency } from '@rehearse/service-kit'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { bankDatabase } from '../testing/bank-database.ts'

const { db } = await bankDatabase('questions_once')
const [actor, request] = ['admin_1', 'anything']

test('a long write blocks no other write, even while old responses are deleted', async () => {
  await withIdempotency(db, { actor, key: 'old', request }, async () => ({ is: 'old' }))
  await sql`update idempotent_reply set created_at = now() - interval '8 days'`.execute(db)
  const going = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const long = withIdempotency(db, { actor, key: 'long', request }, async () => {
    begun.resolve()
    await going.promise
    return { is: 'long' }
  })
  await begun.promise
  const quick = withIdempotency(db, { actor, key: 'quick', request }, async () => ({ is: 'quick' }))
  expect(await quick).toEqual({ is: 'quick' })
  going.resolve()
  expect(await long).toEqual({ is: 'long' })
  expect(await withIdempotency(db, { actor, key: 'old', request }, async () => ({ is: 'new' }))).toEqual({
    is: 'new',
  })
})
