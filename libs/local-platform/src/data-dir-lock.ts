import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { explainFailure, LocalPlatformError } from './local-platform-error.ts'
import { isAlive, startOf } from './server-process.ts'

interface Holder {
  pid: number
  started: string | null
}

/**
 * Locks a data folder for this process, taking over the lock of a killed launcher.
 * @returns a function that releases it
 * @throws {LocalPlatformError} while another launcher holds it
 */
export async function lockDataDir(dataDir: string): Promise<() => Promise<void>> {
  const file = join(dataDir, 'launcher.pid')
  const self: Holder = { pid: process.pid, started: await startOf(process.pid) }
  try {
    await mkdir(dataDir, { recursive: true })
    if (!(await create(file, self))) {
      const holder = await readHolder(file)
      if (holder && (await isRunning(holder))) {
        throw new LocalPlatformError(
          `The platform already runs on ${dataDir} (process ${holder.pid}): use that one, stop it, or set DATA_DIR to another folder.`,
        )
      }
      await rm(file, { force: true })
      if (!(await create(file, self))) {
        throw new LocalPlatformError(`Another launcher has just started on ${dataDir}: use that one.`)
      }
    }
  } catch (error) {
    throw explainFailure(`The data folder ${dataDir} can't be used`, error)
  }
  return () => rm(file, { force: true })
}

async function create(file: string, holder: Holder): Promise<boolean> {
  try {
    await writeFile(file, JSON.stringify(holder), { flag: 'wx' })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

async function readHolder(file: string): Promise<Holder | null> {
  try {
    return JSON.parse(await readFile(file, 'utf8'))
  } catch {
    return null
  }
}

/** The process id isn't enough: a container reuses the same few ids at every start. */
async function isRunning({ pid, started }: Holder): Promise<boolean> {
  return isAlive(pid) && (await startOf(pid)) === started
}
