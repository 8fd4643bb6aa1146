import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { backUp } from './src/back-up.ts'
import { withClient } from './src/connect.ts'
import { backupHelp } from './src/help.ts'
import { readInstallation } from './src/installation.ts'
import { renewKeyStore } from './src/key-store.ts'
import { runCommand, say, UsageError } from './src/run-command.ts'

/** `npm run ops:backup -- --to <folder>`; `--help` tells the rest. */
await runCommand(async () => {
  const { values } = parseArgs({
    options: {
      to: { type: 'string' },
      keys: { type: 'string' },
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
  const { folder, manifest } = await backUp(installation, { to: values.to, keys, say })
  const { log, media, streams, cutAt } = manifest
  const underWay = Object.values(streams).reduce((sum, { messages }) => sum + messages, 0)
  const missing = media.missing.length === 0 ? '' : `\n  not in the storage: ${media.missing.join(', ')}`
  return `${folder}
  as of ${cutAt}: ${log.events} events up to position ${log.position}, ${media.files} audio files, ${underWay} messages under way${missing}
  keys: ${keys}\n`
})
