import { buildFrontend } from './build-frontend.ts'
import { compileServices } from './compile-services.ts'
import { fail } from './fail.ts'
import { say, sayDone } from './report.ts'
import { runPlatform } from './run-platform.ts'
import { readSettings } from './settings.ts'

/** `npm start`: the whole platform on this machine, from nothing to the printed address. */
try {
  const settings = readSettings()
  const begun = Date.now()
  say('Starting Rehearse')
  const [frontend] = await Promise.all([buildFrontend(), compileServices()])
  sayDone(frontend.fresh ? 'frontend built' : 'frontend (as built before)', Date.now() - begun)
  await runPlatform(settings, {
    frontendDir: frontend.dir,
    nodeEnv: 'production',
    ready: (platform) =>
      say(`\n  Ready after ${((Date.now() - begun) / 1000).toFixed(1)} s:   ${platform.gatewayUrl}`),
  })
} catch (error) {
  fail(error)
}
