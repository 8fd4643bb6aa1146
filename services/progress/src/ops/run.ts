import { ConfigError } from '@rehearse/service-kit'
import { projectionNames } from './build-shadow.ts'
import { UsageError, withDatabase } from './operation.ts'
import { operations } from './operations.ts'

/*
 * `npm run progress:<operation>`: maintenance of the read models and of the learners' keys, while answers keep arriving.
 * `shadow` builds read models from the log with the rules of this checkout, next to the live ones that the running service
 * updates with its own: compare them first, then promote or drop them. The environment is the service's, with DATABASE_OWNER_URL. A build that was killed resumes.
 */

const usage = `Usage: DATABASE_OWNER_URL=postgres://… npm run progress:<operation>
  verify                           replays the log, and exits with 1 if the live read models differ
  rebuild -- <projection>          rebuilds read models next to the live ones, then swaps them in
  shadow -- <projection> [compare | promote | drop]
     compare   (or nothing) builds it by the rules of this checkout, or takes it further, and says what would change
     promote   puts it in the place of the live one; once every replica of the service runs these rules
     drop      gives it up
  rewrap                           wraps keys with PERSONAL_DATA_SECRET that PERSONAL_DATA_SECRET_PREVIOUS wrapped
  <projection> is one of: ${projectionNames}`

const [name = '', ...args] = process.argv.slice(2)
endWithParent()
try {
  const run = operations[name]
  if (run === undefined)
    throw new UsageError(name === '' ? 'Which operation?' : `There is no operation ${name}.`)
  const { text, exitCode } = await withDatabase((operation) => run(operation, args, process.stderr))
  process.stdout.write(`${text}\n`)
  process.exitCode = exitCode
} catch (error) {
  const isAsked = error instanceof UsageError || error instanceof ConfigError
  process.stderr.write(isAsked ? `${error.message}\n\n${usage}\n` : `${String(error)}\n`)
  process.exitCode = 2
}

/** Ends with the parent process: a killed parent passes no signal on. */
function endWithParent(): void {
  process.once('disconnect', () => process.exit(2))
  process.channel?.unref()
}
