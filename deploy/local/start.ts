import { spawn } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { compileCache, repositoryRoot, serviceNames } from '@rehearse/local-platform'
import { buildFrontend, sourceStamp } from './build-frontend.ts'
import { logDone, say } from './report.ts'
import { runPlatform } from './run-platform.ts'
import { fail, readSettings, settingsHelp } from './settings.ts'

/** `npm start`: starts the whole platform on this machine and prints its address; `-- --help` explains. */
try {
  if (process.argv.includes('--help')) {
    say(settingsHelp)
    process.exit()
  }
  const settings = readSettings()
  const begun = Date.now()
  say('Starting Rehearse')
  const [frontend] = await Promise.all([buildFrontend(), compileServices()])
  logDone(frontend.fresh ? 'frontend built' : 'frontend (already built)', Date.now() - begun)
  await runPlatform(settings, {
    frontendDir: frontend.dir,
    nodeEnv: 'production',
    ready: (platform) =>
      say(`\n  Ready after ${((Date.now() - begun) / 1000).toFixed(1)} s:   ${platform.gatewayUrl}`),
  })
} catch (error) {
  fail(error)
}

/**
 * Compiles the services' TypeScript into Node's cache before they start: then they start faster, and none keeps a
 * compiler in memory. Without configuration a service loads its code, reports what is missing and exits, which is
 * enough here.
 */
async function compileServices(): Promise<void> {
  const stampFile = join(compileCache, 'compiled-from')
  const stamp = await sourceStamp(['services', 'libs', 'package-lock.json'])
  if ((await readFile(stampFile, 'utf8').catch(() => null)) === stamp) return
  for (const name of serviceNames) await readCode(join(repositoryRoot, 'services', name, 'src/main.ts'))
  await mkdir(compileCache, { recursive: true })
  await writeFile(stampFile, stamp)
}

function readCode(entry: string): Promise<void> {
  const child = spawn(process.execPath, [entry], {
    env: { NODE_COMPILE_CACHE: compileCache },
    stdio: 'ignore',
  })
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', () => resolve())
  })
}
