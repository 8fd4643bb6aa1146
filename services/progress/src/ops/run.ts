import { buildShadow, compare, type Difference, dropShadow, rebuild, rewrapKeys } from '@rehearse/event-store'
import { ConfigError } from '@rehearse/service-kit'
import { describeDifferences, projectionNames, shadowsOfProjection, showProgress } from './build-shadow.ts'
import { type Operation, UsageError, withDatabase } from './operation.ts'

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

type Run = (operation: Operation, args: readonly string[]) => Promise<number>

const operations: Readonly<Record<string, Run>> = {
  async rebuild({ log, db }, [name]) {
    for (const { shadow, help } of await shadowsOfProjection(name, 'rebuild')) {
      const { onProgress, end } = showProgress(process.stderr)
      await rebuild(log, db, shadow, { onProgress, help }).finally(end)
    }
    return report(`Rebuilt ${name}, and put in place.`)
  },

  async verify({ log, db }) {
    const differences: Difference[] = []
    for (const { shadow, help } of await shadowsOfProjection('all', 'verify')) {
      const { onProgress, end } = showProgress(process.stderr)
      // A shadow left by an earlier run proves nothing: start from the first event.
      await dropShadow(db, shadow.name)
      await buildShadow(log, db, shadow, { onProgress, help }).finally(end)
      differences.push(...(await compare(log, db, shadow)))
      await dropShadow(db, shadow.name)
    }
    return report(describeDifferences(differences), differences.length === 0 ? 0 : 1)
  },

  async shadow({ log, db }, [name, command = 'compare']) {
    const shadows = await shadowsOfProjection(name, 'shadow')
    switch (command) {
      case 'compare': {
        const differences: Difference[] = []
        for (const { shadow, help } of shadows) {
          const { onProgress, end } = showProgress(process.stderr)
          await buildShadow(log, db, shadow, { onProgress, help }).finally(end)
          differences.push(...(await compare(log, db, shadow)))
        }
        return report(describeDifferences(differences))
      }
      case 'promote':
        for (const { shadow, help } of shadows) {
          const { onProgress, end } = showProgress(process.stderr)
          await rebuild(log, db, shadow, { onProgress, help }).finally(end)
        }
        return report(`Promoted ${name}.`)
      case 'drop':
        for (const { shadow } of shadows) await dropShadow(db, shadow.name)
        return report(`Dropped the shadow of ${name}.`)
      default:
        throw new UsageError(`There is no command ${command}.`)
    }
  },

  async rewrap({ db, secrets }) {
    const { keys, rewrapped } = await rewrapKeys(db, secrets)
    return report(`Rewrapped ${rewrapped} of ${keys} keys.`)
  },
}

const [name = '', ...args] = process.argv.slice(2)
endWithParent()
try {
  const run = operations[name]
  if (run === undefined)
    throw new UsageError(name === '' ? 'Which operation?' : `There is no operation ${name}.`)
  process.exitCode = await withDatabase((operation) => run(operation, args))
} catch (error) {
  const isAsked = error instanceof UsageError || error instanceof ConfigError
  process.stderr.write(isAsked ? `${error.message}\n\n${usage}\n` : `${String(error)}\n`)
  process.exitCode = 2
}

/** @returns the exit code */
function report(line: string, exitCode = 0): number {
  process.stdout.write(`${line}\n`)
  return exitCode
}

/** Ends with the parent process: a killed parent passes no signal on. */
function endWithParent(): void {
  process.once('disconnect', () => process.exit(2))
  process.channel?.unref()
}
