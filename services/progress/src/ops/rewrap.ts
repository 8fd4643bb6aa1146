import { rewrapKeys } from '@rehearse/event-store'
import { runOperation } from './run-operation.ts'

/*
 * `npm run progress:rewrap`: wraps the learners' keys with PERSONAL_DATA_SECRET that were wrapped with
 * PERSONAL_DATA_SECRET_PREVIOUS, while answers keep coming. Afterwards the previous one can go.
 */

const usage = `Usage: DATABASE_OWNER_URL=postgres://… PERSONAL_DATA_SECRET=… PERSONAL_DATA_SECRET_PREVIOUS=… \\
  npm run progress:rewrap`

await runOperation(usage, async ({ db, secrets }) => {
  const { keys, rewrapped } = await rewrapKeys(db, secrets)
  process.stdout.write(`${keys} keys, ${rewrapped} of them wrapped again.\n`)
  return 0
})
