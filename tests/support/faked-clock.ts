import { execFile } from 'node:child_process'
import { access, mkdir, open, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** A clock that processes see instead of the machine's; monotonic time isn't changed. */
export interface FakedClock {
  /** Environment for the processes that see it. */
  env: Readonly<Record<string, string>>
  /** Sets it this many hours ahead of the machine's clock, for running processes too. */
  setAhead(hours: number): Promise<void>
}

/** Why processes can't get another clock on this machine; null if they can. */
export async function whyNoFakedClock(folder: string): Promise<string | null> {
  try {
    await library(folder)
    return null
  } catch (error) {
    return `there is no libfaketime here: ${(error as Error).message.split('\n')[0]}`
  }
}

/** @param folder for its file, and for the library if that has to be downloaded */
export async function fakedClock(folder: string): Promise<FakedClock> {
  const file = join(folder, 'clock')
  await writeFile(file, '')
  const setAhead = async (hours: number) => {
    await using opened = await open(file, 'r+')
    // Fixed length, one write, in place: a reader never sees half of it.
    await opened.write(`${hours < 0 ? '-' : '+'}${String(Math.abs(hours)).padStart(4, '0')}h\n`, 0)
  }
  await setAhead(0)
  const env = {
    LD_PRELOAD: await library(folder),
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_NO_CACHE: '1',
    DONT_FAKE_MONOTONIC: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  }
  return { env, setAhead }
}

/** Debian's libfaketime, installed or just unpacked, so that this needs no root. */
async function library(folder: string): Promise<string> {
  const name = 'libfaketimeMT.so.1'
  const root = join(folder, 'libfaketime')
  const unpacked = await find(root, name)
  if (unpacked !== null) return unpacked
  const installed = await find('/usr/lib', name)
  if (installed !== null) return installed
  await mkdir(root, { recursive: true })
  await run('apt-get', ['download', 'libfaketime'], { cwd: root, timeout: 120_000 })
  const archive = (await readdir(root)).find((file) => file.endsWith('.deb'))
  await run('dpkg', ['-x', archive ?? '', '.'], { cwd: root })
  const fetched = await find(join(root, 'usr/lib'), name)
  if (fetched === null) throw new Error('the package holds none')
  return fetched
}

/** Debian's path: in a folder named after the architecture. */
async function find(root: string, name: string): Promise<string | null> {
  const usual = ['', 'usr/lib'].map((part) => join(root, part))
  for (const folder of usual) {
    for (const kind of await readdir(folder).catch(() => [])) {
      const path = join(folder, kind, 'faketime', name)
      const isThere = await access(path).then(
        () => true,
        () => false,
      )
      if (isThere) return path
    }
  }
  return null
}
