import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { repositoryRoot } from '@rehearse/local-platform'
import { afterAll, beforeAll, expect, test } from 'vitest'

// Inside the repository, so that Vitest is found.
const folder = join(repositoryRoot, '.cache', `second-tries-${randomUUID()}`)
beforeAll(async () => {
  await mkdir(folder, { recursive: true })
  const reporter = join(import.meta.dirname, 'test-results-reporter.ts')
  const projects = ['unit', 'integration'].map((name) => ({
    test: { name, root: folder, include: [`*.${name}.ts`] },
  }))
  const config = { test: { reporters: ['default', reporter], projects } }
  await writeFile(join(folder, 'config.ts'), `export default ${JSON.stringify(config)}\n`)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const steady = `test('steady', () => {})`
const always = `test('always wrong', () => expect(1).toBe(2))`
const once = (mark: string) => `test('wrong once', () => {
  const isSecond = existsSync(${JSON.stringify(join(folder, mark))})
  writeFileSync(${JSON.stringify(join(folder, mark))}, '')
  expect(isSecond).toBe(true)
})`

/** Runs test files with this content like `npm test`. */
async function run(files: Record<string, string[]>) {
  for (const [name, tests] of Object.entries(files)) {
    const head = `import { existsSync, writeFileSync } from 'node:fs'\nimport { expect, test } from 'vitest'\n`
    await writeFile(join(folder, name), head + tests.join('\n'))
  }
  const filters = Object.keys(files).map((name) => join(folder, name))
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, 'test.ts'), '--config', join(folder, 'config.ts'), ...filters],
    { env: { ...process.env, NO_COLOR: '1' } },
  )
  let output = ''
  child.stdout.on('data', (chunk) => (output += chunk))
  child.stderr.on('data', (chunk) => (output += chunk))
  const code = await new Promise((resolve) => child.once('close', resolve))
  return { code, output, end: output.trimEnd().split('\n').at(-1) }
}

test('a file that waits for servers passes at its second try, and the output says so', async () => {
  const ran = await run({
    'a.integration.ts': [steady, once('a')],
    'b.integration.ts': [steady],
  })
  expect(ran).toMatchObject({ code: 0, end: '3 passed, 0 failed' })
  expect(ran.output).toMatch(
    /^passed only on the second try: .*a\.integration\.ts > wrong once: AssertionError/m,
  )
})

test('an error outside of tests belongs to its file, which gets a second try', async () => {
  const rejectOnce = once('g').replace(
    'expect(isSecond).toBe(true)',
    'if (!isSecond) Promise.reject(new Error("lost"))',
  )
  const ran = await run({ 'g.integration.ts': [steady, rejectOnce], 'h.integration.ts': [steady] })
  expect(ran).toMatchObject({ code: 0, end: '3 passed, 0 failed' })
  expect(ran.output).toMatch(
    /^passed only on the second try: .*g\.integration\.ts > outside of its tests: Error: lost/m,
  )
  const twice = await run({
    'i.integration.ts': [`test('rejects', () => void Promise.reject(new Error('lost')))`],
  })
  expect(twice).toMatchObject({ code: 1, end: '1 passed, 1 failed' })
})

test('a file that fails twice has failed', async () => {
  const ran = await run({ 'c.integration.ts': [steady, always], 'd.integration.ts': [steady] })
  expect(ran).toMatchObject({ code: 1, end: '2 passed, 1 failed' })
  expect(ran.output).not.toContain('passed only on the second try')
})

test('a file that only computes has one try', async () => {
  const ran = await run({ 'e.unit.ts': [steady, once('e')] })
  expect(ran).toMatchObject({ code: 1, end: '1 passed, 1 failed' })
})

test("a file that can't be loaded has failed", async () => {
  const ran = await run({ 'f.integration.ts': [`import './nowhere.ts'`] })
  expect(ran).toMatchObject({ code: 1, end: '0 passed, 1 failed' })
})
