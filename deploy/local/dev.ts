import { type ChildProcess, spawn } from 'node:child_process'
import { watch } from 'node:fs'
import { join } from 'node:path'
import { type Platform, repositoryRoot, type ServiceName, serviceNames } from '@rehearse/local-platform'
import { say } from './report.ts'
import { runPlatform } from './run-platform.ts'
import { fail, readSettings } from './settings.ts'

/** `npm run dev`: the platform, with services that restart and pages that reload when their sources change. */
try {
  const settings = readSettings()
  say('Starting Rehearse for development')
  let vite: ChildProcess | undefined
  await runPlatform(settings, {
    nodeEnv: 'development',
    ready: (platform) => {
      restartOnChange(platform)
      vite = spawn('npm', ['run', 'dev', '--silent'], {
        cwd: join(repositoryRoot, 'frontend'),
        env: { ...process.env, GATEWAY_URL: platform.gatewayUrl },
        stdio: ['ignore', 'inherit', 'inherit'],
      })
      say(`\n  API: ${platform.gatewayUrl}/api   Pages:`)
    },
    stopping: () => {
      vite?.kill()
    },
  })
} catch (error) {
  fail(error)
}

/** A change restarts its service, or all of them if it is in a library; simultaneous changes count as one. */
function restartOnChange(platform: Platform): void {
  const due = new Set<ServiceName>()
  let timer: NodeJS.Timeout | undefined
  const changed = (names: readonly ServiceName[]) => {
    for (const name of names) due.add(name)
    clearTimeout(timer)
    timer = setTimeout(() => {
      for (const name of due) {
        say(`  ↻ ${name}`)
        void platform.services[name].restart()
      }
      due.clear()
    }, 150)
  }
  for (const name of serviceNames) {
    watch(join(repositoryRoot, 'services', name), { recursive: true }, () => changed([name]))
  }
  watch(join(repositoryRoot, 'libs'), { recursive: true }, (_event, file) => {
    if (file && /\bsrc\b.*(?<!\.test)\.ts$/.test(file)) changed(serviceNames)
  })
}
