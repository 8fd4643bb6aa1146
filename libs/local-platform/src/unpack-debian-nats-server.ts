import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const impatient = [
  '-o',
  'Acquire::http::Timeout=10',
  '-o',
  'Acquire::https::Timeout=10',
  '-o',
  'Acquire::Retries=1',
]

/**
 * Fetches Debian's (or Ubuntu's) package and unpacks its program into `folder`; nothing is installed, so this needs no
 * root. Its server may be older (2.9), which we get by with.
 * @returns the program's path
 */
export async function unpackDebianNatsServer(
  folder: string,
  say: (message: string) => void,
): Promise<string> {
  const unpacked = `${folder}.${randomUUID()}`
  try {
    await mkdir(unpacked, { recursive: true })
    say("Fetching Debian's package nats-server")
    await download(unpacked, say)
    const archive = (await readdir(unpacked)).find((name) => name.endsWith('.deb'))
    if (!archive) throw new Error('apt-get downloaded no package')
    await run('dpkg', ['-x', archive, '.'], { cwd: unpacked })
    await rm(folder, { recursive: true, force: true })
    await mkdir(folder, { recursive: true })
    const program = join(folder, 'nats-server')
    await rename(join(unpacked, 'usr/sbin/nats-server'), program).catch(() =>
      rename(join(unpacked, 'usr/bin/nats-server'), program),
    )
    return program
  } catch (error) {
    const { code, stderr, message } = error as NodeJS.ErrnoException & { stderr?: string }
    const reason = code === 'ENOENT' ? 'there is no apt-get here' : stderr?.trim() || message
    throw new Error(`Debian's package nats-server can't be had: ${reason}`, { cause: error })
  } finally {
    await rm(unpacked, { recursive: true, force: true })
  }
}

async function download(into: string, say: (message: string) => void): Promise<void> {
  const fetchPackage = () =>
    run('apt-get', [...impatient, 'download', 'nats-server'], { cwd: into, timeout: 120_000 })
  try {
    await fetchPackage()
  } catch (error) {
    const hasApt = (error as NodeJS.ErrnoException).code !== 'ENOENT'
    if (!hasApt || process.getuid?.() !== 0) throw error
    say("Bringing apt's package lists up to date")
    await run('apt-get', [...impatient, 'update'], { timeout: 180_000 })
    await fetchPackage()
  }
}
