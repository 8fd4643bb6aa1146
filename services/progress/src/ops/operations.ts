import { buildShadow, compare, type Difference, dropShadow, rebuild, rewrapKeys } from '@rehearse/event-store'
import { describeDifferences, type Output, shadowsOfProjection, showProgress } from './build-shadow.ts'
import { type Operation, UsageError } from './operation.ts'

/**
 * @param args of the command line, after the operation
 * @param progress where the progress is shown
 * @returns what to print and the exit code
 */
type Run = (
  operation: Operation,
  args: readonly string[],
  progress: Output,
) => Promise<{ text: string; exitCode: number }>

export const operations: Readonly<Record<string, Run>> = {
  async rebuild({ log, db }, [name], progress) {
    for (const { shadow, help } of await shadowsOfProjection(name, 'rebuild')) {
      const { onProgress, end } = showProgress(progress)
      await rebuild(log, db, shadow, { onProgress, help }).finally(end)
    }
    return report(`Rebuilt ${name}, and put in place.`)
  },

  async verify({ log, db }, _args, progress) {
    const differences: Difference[] = []
    for (const { shadow, help } of await shadowsOfProjection('all', 'verify')) {
      const { onProgress, end } = showProgress(progress)
      // A shadow left by an earlier run proves nothing: start from the first event.
      await dropShadow(db, shadow.name)
      await buildShadow(log, db, shadow, { onProgress, help }).finally(end)
      differences.push(...(await compare(log, db, shadow)))
      await dropShadow(db, shadow.name)
    }
    return report(describeDifferences(differences), differences.length === 0 ? 0 : 1)
  },

  async shadow({ log, db }, [name, command = 'compare'], progress) {
    const shadows = await shadowsOfProjection(name, 'shadow')
    switch (command) {
      case 'compare': {
        const differences: Difference[] = []
        for (const { shadow, help } of shadows) {
          const { onProgress, end } = showProgress(progress)
          await buildShadow(log, db, shadow, { onProgress, help }).finally(end)
          differences.push(...(await compare(log, db, shadow)))
        }
        return report(describeDifferences(differences))
      }
      case 'promote':
        for (const { shadow, help } of shadows) {
          const { onProgress, end } = showProgress(progress)
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

const report = (text: string, exitCode = 0) => ({ text, exitCode })
