import { rebuild } from '@rehearse/event-store'
import { projectionNames, shadowOfProjection, showProgress } from './build-shadow.ts'
import { runOperation } from './run-operation.ts'

/*
 * `npm run progress:rebuild -- <projection>`: rebuilds read models from the log beside the live ones, while answers
 * keep coming, and puts them in their place. Killed, it can be run again and goes on where it was.
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
