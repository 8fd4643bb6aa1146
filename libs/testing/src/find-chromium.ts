import { execFile, spawn } from 'node:child_process'
import { access, constants } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { chromium } from 'playwright-core'

const run = promisify(execFile)
const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/**
 * Finds a Chromium, or installs one: CHROMIUM_PATH, the PATH, Playwright's own (downloaded), Debian's package
 * (installed, as root). Tests that need a browser fail without one; they are never skipped.
 * @returns the program's path
 */
export async function findChromium(
  say: (message: string) => void = logToStderr,
  env = process.env,
): Promise<string> {
  if (env.CHROMIUM_PATH) {
    if (await isProgram(env.CHROMIUM_PATH)) return env.CHROMIUM_PATH
    throw new Error(`CHROMIUM_PATH is ${env.CHROMIUM_PATH}, which is not a program: correct or unset it.`)
  }
  const onPath = await findOnPath(env.PATH ?? '')
  if (onPath) return onPath
  const playwrights = chromium.executablePath()
  if (await isProgram(playwrights)) return playwrights

  const reasons: string[] = []
  for (const [how, install] of [
    ["Playwright's Chromium", installPlaywrights],
    ["Debian's Chromium", installDebians],
  ] as const) {
    say(`No Chromium found: installing ${how}`)
    try {
      await install()
      const found = (await findOnPath(env.PATH ?? '')) ?? playwrights
      if (await isProgram(found)) return found
    } catch (error) {
      reasons.push(`  - ${how}: ${(error as Error).message.trim().split('\n').slice(-3).join(' ')}`)
    }
  }
  throw new Error(
    ['The browser tests need a Chromium: install one, or set CHROMIUM_PATH to the program.', ...reasons].join(
      '\n',
    ),
  )
}

async function findOnPath(path: string): Promise<string | null> {
  for (const folder of path.split(':').filter(Boolean)) {
    for (const name of names) {
      const file = join(folder, name)
      if (await isProgram(file)) return file
    }
  }
  return null
}

async function installPlaywrights(): Promise<void> {
  const cli = join(dirname(createRequire(import.meta.url).resolve('playwright-core')), 'cli.js')
  await runWithin(240_000, process.execPath, [cli, 'install', 'chromium'])
}

async function installDebians(): Promise<void> {
  if (process.getuid?.() !== 0) throw new Error('only root can install it (apt-get install chromium)')
  const apt = (...args: string[]) => runWithin(600_000, 'apt-get', ['-o', 'Acquire::Retries=1', ...args])
  await apt('update')
  await apt('install', '--yes', '--no-install-recommends', 'chromium')
}

/** Like execFile, but also ends the program's children: installers leave downloads running. */
async function runWithin(ms: number, file: string, args: readonly string[]): Promise<void> {
  const child = spawn(file, args, {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
  let printed = ''
  for (const output of [child.stdout, child.stderr]) {
    output.on('data', (chunk: Buffer) => {
      printed = `${printed}${chunk}`.slice(-4_000)
    })
  }
  const timer = setTimeout(() => child.pid && process.kill(-child.pid, 'SIGKILL'), ms)
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject)
      child.once('close', resolve)
    })
    if (code !== 0) throw new Error(printed || `${file} ended with ${code ?? 'a signal'}`)
  } finally {
    clearTimeout(timer)
  }
}

async function isProgram(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK)
    // Debian's wrapper works without a display; a snap's stub, on Ubuntu, never responds.
    await run(file, ['--version'], { timeout: 20_000 })
    return true
  } catch {
    return false
  }
}

function logToStderr(message: string): void {
  process.stderr.write(`${message}\n`)
}
