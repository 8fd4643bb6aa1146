import { buildShadow, compare, dropShadow, rebuild } from '@rehearse/event-store'
import { describeDifferences, projectionNames, shadowOfProjection, showProgress } from './build-shadow.ts'
import { runOperation, UsageError } from './run-operation.ts'

/*
 * `npm run progress:shadow -- <projection> [compare | promote | drop]`: builds read models from the log with the
 * rules of this checkout, next to the live ones that the running service updates with its own. Compare them first,
 * then promote or drop them.
 */

const usage = `Usage: DATABASE_OWNER_URL=postgres://… npm run progress:shadow -- <projection> [command]
  compare   (or nothing) builds it by the rules of this checkout, or takes it further, and says what would change
  promote   puts it in the place of the live one; once every replica of the service runs these rules
  drop      gives it up
  <projection> is one of: ${projectionNames}`

const [name, command = 'compare'] = process.argv.slice(2)
await runOperation(usage, async ({ log, db }) => {
  const { shadow, help } = await shadowOfProjection(name, 'shadow')
  const { onProgress, end } = showProgress(process.stderr)
  switch (command) {
    case 'compare': {
      await buildShadow(log, db, shadow, { onProgress, help }).finally(end)
      process.stdout.write(`${describeDifferences(await compare(log, db, shadow))}\n`)
      return 0
    }
    case 'promote':
      await rebuild(log, db, shadow, { onProgress, help }).finally(end)
      process.stdout.write(`Promoted ${name}.\n`)
      return 0
    case 'drop':
      await dropShadow(db, shadow.name)
      process.stdout.write(`Dropped the shadow of ${name}.\n`)
      return 0
    default:
      throw new UsageError(`There is no command ${command}.`)
  }
})
