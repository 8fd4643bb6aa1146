import { buildShadow, compare, dropShadow } from '@rehearse/event-store'
import { describeDifferences, shadowOfProjection, showProgress } from './build-shadow.ts'
import { runOperation } from './run-operation.ts'

/*
 * `npm run progress:verify`: replays the whole log into separate read models and compares them with the live ones,
 * while answers keep arriving. Exit code 1 if they differ.
 */

const usage = 'Usage: DATABASE_OWNER_URL=postgres://… npm run progress:verify'

await runOperation(usage, async ({ log, db }) => {
  const { shadow, help } = await shadowOfProjection('all', 'verify')
  const { onProgress, end } = showProgress(process.stderr)
  // A shadow left by an earlier run proves nothing: start from the first event.
  await dropShadow(db, shadow.name)
  await buildShadow(log, db, shadow, { onProgress, help }).finally(end)
  const differences = await compare(log, db, shadow)
  await dropShadow(db, shadow.name)
  process.stdout.write(`${describeDifferences(differences)}\n`)
  return differences.length === 0 ? 0 : 1
})
