import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { repositoryRoot } from '@rehearse/local-platform'

/**
 * `npm run ops -- <command> [arguments]`: what operators do by hand now and then. Each command is a program of its own,
 * which images of the services start directly.
 */
const commands: Readonly<Record<string, { program: string; first?: string; what: string }>> = {
  streams: {
    program: 'libs/service-kit/src/messaging/ops-streams.ts',
    what: 'updates the configuration of the streams in NATS',
  },
  'dead-letters': {
    program: 'libs/service-kit/src/messaging/ops-dead-letters.ts',
    what: 'lists, replays or drops messages that a service could not process',
  },
  'reset-admin': {
    program: 'services/identity/src/admins/reset-admin.ts',
    what: 'resets the password of the only super admin',
  },
  rebuild: progress('rebuild', 'rebuilds read models of progress from the log'),
  verify: progress('verify', 'compares the read models of progress with the log'),
  rewrap: progress('rewrap', "encrypts the learners' keys with a new secret"),
  shadow: progress('shadow', 'shows what other rules would change in a read model'),
  'nats-users': {
    program: 'deploy/local/nats-users.ts',
    what: 'prints the users of an own NATS server, with their permissions',
  },
  'kubernetes-secrets': {
    program: 'deploy/kubernetes/secrets.ts',
    what: 'prints secrets of a new installation in Kubernetes',
  },
}

const [name = '', ...args] = process.argv.slice(2)
const command = commands[name]
if (command === undefined) {
  const width = Math.max(...Object.keys(commands).map(({ length }) => length))
  const list = Object.entries(commands).map(([one, { what }]) => `  ${one.padEnd(width)}  ${what}`)
  const isHelp = name === '--help'
  const text = `npm run ops -- <command> [arguments]\n\n${list.join('\n')}\n`
  ;(isHelp ? process.stdout : process.stderr).write(text)
  process.exitCode = isHelp ? 0 : 2
} else {
  const path = join(repositoryRoot, command.program)
  process.argv.splice(1, process.argv.length, path, ...(command.first ? [command.first] : []), ...args)
  await import(pathToFileURL(path).href)
}

function progress(first: string, what: string) {
  return { program: 'services/progress/src/ops/run.ts', first, what }
}
