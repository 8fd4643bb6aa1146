import { rebuild } from '@rehearse/event-store'
import { projectionNames, shadowOfProjection, showProgress } from './build-shadow.ts'
import { runOperation } from './run-operation.ts'

/*
 * `npm run progress:rebuild -- <projection>`: rebuilds read models from the log next to the live ones, while answers
 * keep arriving, then swaps them in. If killed, run it again: it resumes.
 */

const usage = `Usage: DATABASE_OWNER_URL=postgres://… npm run progress:rebuild -- <projection>
  one of: ${projectionNames}`

const [name] = process.argv.slice(2)
await runOperation(usage, async ({ log, db }) => {
  const { shadow, help } = await shadowOfProjection(name, 'rebuild')
  const { onProgress, end } = showProgress(process.stderr)
  await rebuild(log, db, shadow, { onProgress, help }).finally(end)
  process.stdout.write(`Rebuilt ${name}, and put in place.\n`)
  return 0
})
