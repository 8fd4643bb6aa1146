import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { onStopRequest, type Platform, secretFile, startPlatform } from '@rehearse/local-platform'
import { pendingAdmin } from './first-admin.ts'
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

/** Starts the platform, says so step by step, and ends this process when it is asked to stop. */
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
      // Vite's own address: there the pages come from while they are developed.
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
      `\n  The first admin, told this once:   ${admin.email}   ${settings.admin ? '(your password)' : admin.password}`,
    )
    await admin.told()
  }
  say(`\n  Logs: ${logs.dir}   Stop: Ctrl-C\n`)
}
