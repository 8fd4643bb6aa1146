import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { repositoryRoot } from '@rehearse/local-platform'
import { afterAll, beforeAll, expect, test } from 'vitest'

// Inside the repository, so that Vitest is found.
const folder = join(repositoryRoot, '.cache', `test-runs-${randomUUID()}`)
beforeAll(async () => {
  await mkdir(folder, { recursive: true })
  const reporter = join(import.meta.dirname, 'test-results-reporter.ts')
  const setupFiles = [join(repositoryRoot, 'libs/testing/src/processor-time.ts')]
  const projects = ['unit', 'integration'].map((name) => ({
    test: { name, root: folder, setupFiles, include: [`*.${name}.ts`] },
  }))
  const config = { test: { reporters: ['default', reporter], projects } }
  await writeFile(join(folder, 'config.ts'), `export default ${JSON.stringify(config)}\n`)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const steady = `test('steady', () => {})`
const wrongOnce = (mark: string) => `test('wrong once', () => {
  const isSecond = existsSync(${JSON.stringify(join(folder, mark))})
  writeFileSync(${JSON.stringify(join(folder, mark))}, '')
  expect(isSecond).toBe(true)
})`

/** Runs test files with this content like `npm test`. */
async function run(files: Record<string, string[]>, ...args: string[]) {
  for (const [name, tests] of Object.entries(files)) {
    const head = `import { existsSync, writeFileSync } from 'node:fs'\nimport { expect, test } from 'vitest'\n`
    await writeFile(join(folder, name), head + tests.join('\n'))
  }
  const filters = Object.keys(files).map((name) => join(folder, name))
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, 'test.ts'), '--config', join(folder, 'config.ts'), ...args, ...filters],
    { env: { ...process.env, NO_COLOR: '1' } },
  )
  let output = ''
  child.stdout.on('data', (chunk) => (output += chunk))
  child.stderr.on('data', (chunk) => (output += chunk))
  const code = await new Promise((resolve) => child.once('close', resolve))
  return { code, output, end: output.trimEnd().split('\n').at(-1) }
}

test('the last line counts the tests of all projects', async () => {
  const ran = await run({
    'a.unit.ts': [steady],
    'a.integration.ts': [steady, `test.skip('left out', () => {})`],
  })
  expect(ran).toMatchObject({ code: 0, end: '2 passed, 0 failed, 1 skipped' })
})

test('a test that would pass at a second try has failed', async () => {
  const ran = await run({ 'b.integration.ts': [steady, wrongOnce('b')] })
  expect(ran).toMatchObject({ code: 1, end: '1 passed, 1 failed' })
})

test('an error outside of tests is a failure', async () => {
  const ran = await run({
    'c.integration.ts': [`test('rejects', () => void Promise.reject(new Error('lost')))`],
  })
  expect(ran).toMatchObject({ code: 1, end: '1 passed, 1 failed' })
})

test("a file that can't be loaded has failed", async () => {
  const ran = await run({ 'd.unit.ts': [`import './nowhere.ts'`] })
  expect(ran).toMatchObject({ code: 1, end: '0 passed, 1 failed' })
})

test('--times prints the seconds of each file and project, and the processes', async () => {
  const ran = await run({ 'e.unit.ts': [steady] }, '--times')
  expect(ran).toMatchObject({ code: 0, end: '1 passed, 0 failed' })
  const seconds = String.raw`\s+\d+\.\d\s+\d+\.\d\s+\d+\.\d`
  expect(ran.output).toMatch(new RegExp(`^${seconds}  unit  \\S+e\\.unit\\.ts$`, 'm'))
  expect(ran.output).toMatch(new RegExp(`^${seconds}  unit, 1 files$`, 'm'))
  // The main process and a worker.
  if (process.platform === 'linux')
    expect(ran.output).toMatch(/^\s+\d+\s+\d+\.\d {2}Node, Vitest and its workers$/m)
})
