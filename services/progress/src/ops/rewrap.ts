import { rewrapKeys } from '@rehearse/event-store'
import { runOperation } from './run-operation.ts'

/*
 * `npm run progress:rewrap`: rewraps learners' keys from PERSONAL_DATA_SECRET_PREVIOUS to PERSONAL_DATA_SECRET, while
 * answers keep arriving. Afterwards the previous secret can be removed.
 */

const usage = `Usage: DATABASE_OWNER_URL=postgres://… PERSONAL_DATA_SECRET=… PERSONAL_DATA_SECRET_PREVIOUS=… \\
  npm run progress:rewrap`

await runOperation(usage, async ({ db, secrets }) => {
  const { keys, rewrapped } = await rewrapKeys(db, secrets)
  process.stdout.write(`${keys} keys, ${rewrapped} of them wrapped again.\n`)
  return 0
})
