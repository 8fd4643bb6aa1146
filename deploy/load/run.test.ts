import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'

let folder: string
let server: Server
let target: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rehearse-load-'))
  // The part of a platform that a learner without questions needs.
  const reply = JSON.stringify({ token: 't', expiresAt: new Date().toISOString(), data: [] })
  server = createServer((_request, response) => response.end(reply)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  target = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  server.close()
  await rm(folder, { recursive: true, force: true })
})

const start = (...args: string[]) => spawn(process.execPath, [join(import.meta.dirname, 'run.ts'), ...args])

async function run(...args: string[]) {
  const child = start(...args)
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { out, err, code: code as number }
}
const learners = (...more: string[]) => ['--scenario', 'learner', '--target', target, '--think', '0', ...more]

test('exits with 0 and writes a report if all objectives are met', async () => {
  const [report, json] = [join(folder, 'well.html'), join(folder, 'well.json')]
  const { out, code } = await run(
    ...learners(
      '--rate',
      '20',
      '--duration',
      '500ms',
      '--arrival',
      'even',
      '--report',
      report,
      '--json',
      json,
    ),
  )
  expect(code).toBe(0)
  expect(out).toContain('9 journeys started, 9 completed')
  expect(out).toMatch(/generator: [\d.]+ ms of processor time per request/)
  expect(out).toContain(report)
  expect(await readFile(report, 'utf8')).toContain('</html>')
  expect(JSON.parse(await readFile(json, 'utf8')).recording.journeys.completed).toBe(9)
})

test('exits with 1 if an objective is missed, and shows the others', async () => {
  const report = join(folder, 'missed.html')
  const { out, code } = await run(
    ...learners('--rate', '20', '--duration', '300ms', '--report', report),
    ...['--objective', 'errors<1%,throughput>1000000'],
  )
  expect(code).toBe(1)
  expect(out).toContain('✓ errors<1%')
  expect(out).toContain('✗ throughput>1000000')
  expect(await readFile(report, 'utf8')).toContain('1 of 2 objectives missed')
})

test("exits with 1 if the target doesn't respond", async () => {
  const { out, code } = await run(
    ...['--scenario', 'learner', '--target', 'http://127.0.0.1:1', '--rate', '20', '--duration', '300ms'],
    ...['--report', join(folder, 'nobody.html')],
  )
  expect(code).toBe(1)
  expect(out).toContain('unreachable')
})

test('exits with 2 and the reason for invalid options', async () => {
  const { out, err, code } = await run('--scenario', 'nonsense')
  expect([out, code]).toEqual(['', 2])
  expect(err).toContain('Unknown scenario nonsense; choose one of: learner, admin, mixed, spike, soak')
})

test('prints help', async () => {
  const { out, code } = await run('--help')
  expect(code).toBe(0)
  for (const word of ['learner', 'soak', '--objective', '--accounts', '--yes-create-accounts', 'Ctrl-C']) {
    expect(out).toContain(word)
  }
})

test('writes a report of the results so far when stopped by Ctrl-C', async () => {
  const report = join(folder, 'stopped.html')
  const child = start(...learners('--rate', '50', '--duration', '1h', '--report', report))
  const out = text(child.stdout)
  // It prints its first output when the first requests are on their way.
  await once(child.stderr, 'data')
  child.stderr.resume()
  child.kill('SIGINT')
  const [code] = await once(child, 'exit')
  expect([0, 1]).toContain(code)
  expect(await out).toMatch(/ended after/)
  expect(await readFile(report, 'utf8')).toContain('was stopped early')
})
