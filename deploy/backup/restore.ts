import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { finishRecovery } from './finish-recovery.ts'
import { readInstallation } from './installation.ts'
import { readBackup, restore } from './restore-backup.ts'
import { restoreHelp, runCommand, say, UsageError } from './run-command.ts'

/** `npm run ops:restore -- <backup>`; `--help` lists the options. */
await runCommand(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      keys: { type: 'string' },
      replace: { type: 'boolean', default: false },
      'no-verify': { type: 'boolean', default: false },
      check: { type: 'boolean', default: false },
      'recovered-to': { type: 'string' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  if (values.help) return restoreHelp
  const verify = !values['no-verify']
  if (values['recovered-to'] !== undefined) {
    const to = new Date(values['recovered-to'])
    if (Number.isNaN(to.getTime()))
      throw new UsageError('--recovered-to takes a time, such as 2026-11-22T05:30:00Z')
    const keys = values.keys ?? null
    const settled = await finishRecovery(readInstallation(), { to, keys, verify, say })
    return `Recovered to ${to.toISOString()}: ${settled.messages} messages are published again.
${ending(settled)}`
  }
  const [folder, ...others] = positionals
  if (folder === undefined || others.length > 0) throw new UsageError('Name the folder of one backup')
  if (values.check) {
    const { cutAt, version } = await readBackup(folder)
    return `${folder} is complete: as of ${cutAt}, by version ${version}.\n`
  }
  const { manifest, ...restored } = await restore(readInstallation(), {
    folder,
    keys: values.keys ?? join(dirname(resolve(folder)), 'keys'),
    replace: values.replace,
    verify,
    say,
  })
  const { log, media, cutAt } = manifest
  return `Restored as of ${cutAt}: ${log.events} events up to position ${log.position}, ${media.files} media files.
${ending({ ...restored, missingMedia: media.missing })}`
})

interface Outcome {
  reappliedErasures: number
  missingMedia: readonly string[]
  verified: string | null
}

function ending({ reappliedErasures, missingMedia, verified }: Outcome): string {
  const lost = missingMedia.length === 0 ? '' : `Missing media files: ${missingMedia.join(', ')}\n`
  return `${lost}Erasures reapplied: ${reappliedErasures}.
The log compared with every read model: ${verified ?? 'not compared'}
The services can be started.\n`
}
