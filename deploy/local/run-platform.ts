import { randomBytes } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { onStopRequest, type Platform, secretFile, startPlatform } from '@rehearse/local-platform'
import { openLogs, reportEvent, reportStep, say } from './report.ts'
import type { Settings } from './settings.ts'

export interface RunOptions {
  frontendDir?: string | undefined
  nodeEnv: 'development' | 'production'
  /** Called once everything is ready. */
  ready(platform: Platform): void | Promise<void>
  /** Called before the platform stops. */
  stopping?(): void | Promise<void>
}

/** Starts the platform, reports each step, and exits when it is asked to stop. */
export async function runPlatform(settings: Settings, options: RunOptions): Promise<void> {
  const giveUp = new AbortController()
  let stop = () => giveUp.abort(new Error('stopped while starting'))
  onStopRequest(
    () => stop(),
    () => process.exit(130),
  )
  await mkdir(settings.dataDir, { recursive: true, mode: 0o711 })
  const logs = openLogs(settings.dataDir)
  const admin = await pendingAdmin(settings.dataDir, settings.admin)
  const platform = await startPlatform({
    ...settings,
    frontendDir: options.frontendDir,
    nodeEnv: options.nodeEnv,
    env: {
      // In development Vite serves the pages, from its own address.
      ...(options.nodeEnv === 'development' && {
        gateway: { RUNNER_PARENT_ORIGIN: 'http://localhost:5173' },
      }),
      identity: {
        KEY_ENCRYPTION_SECRET: await secretFile(join(settings.dataDir, 'key-encryption-secret')),
        ...(admin && { ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password }),
      },
      progress: { PERSONAL_DATA_SECRET: await secretFile(join(settings.dataDir, 'personal-data-secret')) },
    },
    signal: giveUp.signal,
    onStep: reportStep,
    onEvent: reportEvent,
    onLine: logs.write,
  })
  stop = () => {
    say('\nStopping …')
    void Promise.resolve(options.stopping?.())
      .then(() => platform.stop())
      .then(
        () => process.exit(0),
        (error: unknown) => {
          say(String(error))
          process.exit(1)
        },
      )
  }
  await options.ready(platform)
  if (admin) {
    say(
      `\n  First admin, shown only once: ${admin.email}   ${settings.admin ? '(your password)' : admin.password}`,
    )
    await admin.shown()
  }
  say(`\n  Logs: ${logs.dir}   Stop: Ctrl-C\n`)
}

interface FirstAdmin {
  email: string
  password: string
}

/** The first admin of a new data folder, until it is created and printed. */
interface PendingAdmin extends FirstAdmin {
  /** Deletes the stored password. */
  shown(): Promise<void>
}

/**
 * The first admin to create, or null if there was an earlier start. The password is stored in the data folder only
 * until it was printed, so that a later start after a failed one prints the right one.
 */
async function pendingAdmin(dataDir: string, chosen?: FirstAdmin): Promise<PendingAdmin | null> {
  const madeMark = join(dataDir, 'first-admin-made')
  if (await readIfThere(madeMark)) return null
  const file = join(dataDir, 'first-admin.json')
  const saved = chosen ?? (JSON.parse((await readIfThere(file)) ?? 'null') as FirstAdmin | null)
  const admin = saved ?? { email: 'admin@rehearse.local', password: randomBytes(12).toString('base64url') }
  const unfinished = `${file}.${process.pid}`
  await writeFile(unfinished, JSON.stringify(admin), { mode: 0o600 })
  await rename(unfinished, file)
  return {
    ...admin,
    shown: async () => {
      await writeFile(madeMark, `${admin.email}\n`)
      await rm(file, { force: true })
    },
  }
}

async function readIfThere(file: string): Promise<string | null> {
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
}
