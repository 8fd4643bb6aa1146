import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { backUp } from './src/back-up.ts'
import { withClient } from './src/connect.ts'
import { backupHelp } from './src/help.ts'
import { readInstallation } from './src/installation.ts'
import { renewKeyStore } from './src/key-store.ts'
import { removeOld } from './src/remove-old.ts'
import { runCommand, say, UsageError } from './src/run-command.ts'

/** `npm run ops:backup -- --to <folder>`; `--help` tells the rest. */
await runCommand(async () => {
  const { values } = parseArgs({
    options: {
      to: { type: 'string' },
      keys: { type: 'string' },
      'keep-days': { type: 'string' },
      'keys-only': { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  if (values.help) return backupHelp
  const keys = values.keys ?? (values.to && join(values.to, 'keys'))
  if (!keys) throw new UsageError('Where to? --to <folder> is missing')
  const installation = readInstallation()
  if (values['keys-only']) {
    const store = await withClient(installation.databases.progress, (progress) =>
      renewKeyStore(keys, progress, new Date()),
    )
    return `The key store in ${keys} has ${store.keys.count} keys and ${store.erased.count} erasures.\n`
  }
  if (!values.to) throw new UsageError('Where to? --to <folder> is missing')
  const keepDays = daysOf(values['keep-days'])
  const { folder, manifest } = await backUp(installation, { to: values.to, keys, say })
  const { log, media, streams, cutAt } = manifest
  const underWay = Object.values(streams).reduce((sum, { messages }) => sum + messages, 0)
  const missing = media.missing.length === 0 ? '' : `\n  not in the storage: ${media.missing.join(', ')}`
  const removed = keepDays === null ? 0 : await removeOld(values.to, keepDays, new Date())
  return `${folder}
  as of ${cutAt}: ${log.events} events up to position ${log.position}, ${media.files} audio files, ${underWay} messages under way${missing}
  keys: ${keys}\n${removed === 0 ? '' : `  older ones thrown away: ${removed}\n`}`
})

function daysOf(given: string | undefined): number | null {
  if (given === undefined) return null
  if (/^[1-9]\d{0,3}$/.test(given)) return Number(given)
  throw new UsageError('--keep-days takes a number of days, such as 30')
}
