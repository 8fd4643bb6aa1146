import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { createService } from '../service.ts'

test('log lines contain no passwords, tokens or addresses at any depth, and no row values from Postgres errors', async () => {
  const lines: string[] = []
  const stream = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk))
      done()
    },
  })
  const { app } = await createService({ name: 'test', description: 'test', logLevel: 'trace', logTo: stream })
  const person = { email: 'ann@example.com', password: 'secret-1', token: 'secret-2' }
  const refused = Object.assign(new Error('duplicate key'), {
    code: '23505',
    detail: 'Key (email)=(ann@example.com) already exists.',
  })
  app.log.warn(person, 'bare')
  app.log.warn({ body: person, deep: { body: person } }, 'nested')
  app.log.warn({
    headers: { authorization: 'Bearer secret-3', cookie: 'a=secret-4', 'set-cookie': 'secret-5' },
  })
  app.log.error({ err: refused }, 'failed')
  app.log.error({ err: new AggregateError([refused], 'several') }, 'failed')
  expect(lines).toHaveLength(5)
  expect(lines.join('')).not.toMatch(/ann@example|secret-/)
  expect(lines[3]).toContain('23505')
  await app.close()
})
