import { randomUUID } from 'node:crypto'
import { openDatabase } from '@rehearse/service-kit'
import { testMailServer } from '@rehearse/testing'
import { expect, test } from 'vitest'
import type { Tables } from '../tables.ts'
import { mailSettings, mailTo, tokenIn } from '../testing/mailed.ts'
import { identityEnvironment, startIdentity } from '../testing/start-identity.ts'
import { addressOf, startProgram } from '../testing/start-program.ts'

test('sends a mail again, with the same link, after the service was killed while sending it', {
  timeout: 120_000,
}, async () => {
  const server = await testMailServer()
  const env: Record<string, string> = {
    ...(await identityEnvironment()),
    ...mailSettings(server),
    LOG_LEVEL: 'info',
  }
  const started = startProgram(env)
  const url = await addressOf(started)
  // The server has accepted the mail, and the sender dies before it receives the response.
  server.onMail = async () => {
    started.program.kill('SIGKILL')
    await started.exit
  }
  const email = `${randomUUID()}@example.com`
  const input = { email, password: 'secret1', confirmPassword: 'secret1', name: 'Ann' }
  await fetch(`${url}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(input),
  })
  await started.exit
  const first = await mailTo(server, email, 'Confirm your email address')
  server.onMail = () => {}

  const identity = await startIdentity({ ...env, LOG_LEVEL: 'silent' })
  const { db, close } = openDatabase<Tables>({
    url: env.DATABASE_URL ?? '',
    name: 'test',
    poolSize: 1,
    log: identity.app.log,
  })
  try {
    // No other worker claims it before the lease has expired.
    const [left] = await db.selectFrom('mail').selectAll().execute()
    expect(left).toMatchObject({ recipient: email, attempts: 1, parked_at: null })
    expect(left?.next_attempt_at.getTime()).toBeGreaterThan(Date.now())
    await db.updateTable('mail').set({ next_attempt_at: new Date() }).execute()
    const second = await mailTo(server, email, 'Confirm your email address', 2)
    expect(second.email.messageId).toBe(first.email.messageId)
    expect(tokenIn(second)).toBe(tokenIn(first))
  } finally {
    await close()
    await identity.close()
    await server.goAway()
  }
})
