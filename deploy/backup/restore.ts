import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { restoreHelp } from './src/help.ts'
import { readInstallation } from './src/installation.ts'
import { readBackup, restore } from './src/restore.ts'
import { runCommand, say, UsageError } from './src/run-command.ts'

/** `npm run ops:restore -- <backup>`; `--help` tells the rest. */
await runCommand(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      keys: { type: 'string' },
      replace: { type: 'boolean', default: false },
      'no-verify': { type: 'boolean', default: false },
      check: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  if (values.help) return restoreHelp
  const [folder, ...others] = positionals
  if (folder === undefined || others.length > 0) throw new UsageError('Which backup? Name its folder')
  if (values.check) {
    const { cutAt, version } = await readBackup(folder)
    return `${folder} is whole: of ${cutAt}, by version ${version}.\n`
  }
  const { manifest, erasedAgain, verified } = await restore(readInstallation(), {
    folder,
    keys: values.keys ?? join(dirname(resolve(folder)), 'keys'),
    replace: values.replace,
    verify: !values['no-verify'],
    say,
  })
  const { log, media, cutAt } = manifest
  return `Restored as of ${cutAt}: ${log.events} events up to position ${log.position}, ${media.files} audio files.
Learners erased again: ${erasedAgain}.
The log against every figure: ${verified ?? 'not compared'}
The services can be started.\n`
})
