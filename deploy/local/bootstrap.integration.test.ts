import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { copyFile, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type TemporaryFolder, temporaryFolder } from '@rehearse/testing'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

const emptyLock = { name: 'tried', lockfileVersion: 3, requires: true, packages: { '': { name: 'tried' } } }
let folder: TemporaryFolder
let root: string

beforeEach(async () => {
  folder = await temporaryFolder()
  root = folder.path
  await mkdir(join(root, 'deploy/local'), { recursive: true })
  await copyFile(join(import.meta.dirname, 'bootstrap.mjs'), join(root, 'deploy/local/bootstrap.mjs'))
  await writeFile(join(root, 'package.json'), JSON.stringify({ name: 'tried' }))
  await writeLock(emptyLock)
})

afterEach(() => folder.remove())

async function writeLock(lock: object): Promise<string> {
  const text = JSON.stringify(lock)
  await writeFile(join(root, 'package-lock.json'), text)
  return createHash('sha256').update(text).digest('hex')
}

/** The state after a manual install: Node, and npm's own record. */
async function installByHand(packages: object): Promise<void> {
  await mkdir(join(root, 'node_modules/.bin'), { recursive: true })
  await symlink(process.execPath, join(root, 'node_modules/.bin/node'))
  await writeFile(join(root, 'node_modules/.package-lock.json'), JSON.stringify({ packages }))
}

function bootstrap(script: string, args: string[] = [], env: Record<string, string> = {}): ChildProcess {
  const { npm_execpath: _, ...ours } = process.env
  return spawn(process.execPath, [join(root, 'deploy/local/bootstrap.mjs'), script, ...args], {
    cwd: root,
    env: { ...ours, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

async function outcome(child: ChildProcess) {
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      output += chunk
    })
  }
  const [code] = await once(child, 'close')
  return { code, output }
}

describe('the bootstrap', () => {
  test('runs the script with its arguments and exits with its exit code', async () => {
    await installByHand({})
    await writeFile(
      join(root, 'script.ts'),
      'console.log(process.argv.slice(2) satisfies string[]); process.exit(7)',
    )
    expect(await outcome(bootstrap('script.ts', ['--one', 'two']))).toEqual({
      code: 7,
      output: "[ '--one', 'two' ]\n",
    })
  })

  test.each(['SIGINT', 'SIGTERM'] as const)(
    'sends %s on, and lets the script end in its own time',
    async (signal) => {
      await installByHand({})
      await writeFile(
        join(root, 'script.ts'),
        `process.on('${signal}', () => setTimeout(() => { console.log('stopped'); process.exit(3) }, 100))
       setInterval(() => {}, 1000); console.log('up')`,
      )
      const child = bootstrap('script.ts')
      const end = outcome(child)
      if (child.stdout) await once(child.stdout, 'data')
      child.kill(signal)
      expect(await end).toEqual({ code: 3, output: 'up\nstopped\n' })
    },
  )

  test('forwards a signal to the script', async () => {
    await installByHand({})
    await writeFile(
      join(root, 'script.ts'),
      "process.on('disconnect', () => { console.log('alone'); process.exit() }); console.log('up')",
    )
    const child = bootstrap('script.ts')
    const end = outcome(child)
    if (child.stdout) await once(child.stdout, 'data')
    child.kill('SIGKILL')
    expect((await end).output).toBe('up\nalone\n')
  })

  test('accepts a manual install and remembers it', async () => {
    const one = { version: '1.0.0', integrity: 'sha512-one' }
    const foreign = { version: '1.0.0', integrity: 'sha512-two', optional: true, os: ['aix'] }
    await installByHand({ 'node_modules/one': one })
    const hash = await writeLock({
      packages: { '': {}, 'node_modules/one': one, 'node_modules/foreign': foreign },
    })
    await writeFile(join(root, 'script.ts'), "console.log('run')")
    expect(await outcome(bootstrap('script.ts'))).toEqual({ code: 0, output: 'run\n' })
    expect(await readFile(join(root, 'node_modules/.rehearse-installed'), 'utf8')).toBe(hash)
  })

  test('installs when the lockfile has changed, and says what to do if that fails', async () => {
    await installByHand({ 'node_modules/one': { version: '1.0.0', integrity: 'sha512-one' } })
    // A local package, for which npm needs no network.
    await mkdir(join(root, 'near'))
    await writeFile(join(root, 'near/package.json'), JSON.stringify({ name: 'near', version: '1.0.0' }))
    await writeFile(
      join(root, 'package.json'),
      JSON.stringify({ name: 'tried', dependencies: { near: 'file:near' } }),
    )
    await writeLock({ ...emptyLock, packages: { '': {}, 'node_modules/one': { version: '1.0.1' } } })
    const { code, output } = await outcome(bootstrap('script.ts'))
    expect(code).toBe(1)
    expect(output).toMatch(/^Installing missing packages \(npm ci\)/)
    expect(output).toMatch(/package-lock\.json does not fit package\.json: run npm install/)
  })

  test('reports a missing network', async () => {
    const one = { version: '1.0.0', resolved: 'http://127.0.0.1:1/one-1.0.0.tgz' }
    const withOne = { name: 'tried', dependencies: { one: '1.0.0' } }
    await writeFile(join(root, 'package.json'), JSON.stringify(withOne))
    await writeLock({ ...emptyLock, packages: { '': withOne, 'node_modules/one': one } })
    await rm(join(root, 'node_modules'), { recursive: true, force: true })
    const env = { npm_config_registry: 'http://127.0.0.1:1', npm_config_fetch_retries: '0' }
    const { code, output } = await outcome(bootstrap('script.ts', [], env))
    expect(code).toBe(1)
    expect(output).toMatch(/npm's registry can't be reached/)
  })
})
