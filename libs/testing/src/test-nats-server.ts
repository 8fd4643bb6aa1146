import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type NatsCredentials, startNats } from '@rehearse/local-platform'
import { knownNatsUsers, natsAuthorization } from '@rehearse/local-platform/nats-access'
import { temporaryFolder } from './temporary-folder.ts'
import type { AcquiredServer } from './test-postgres.ts'

/** The source of NATS servers for tests. */
export type NatsSource =
  | { kind: 'environment'; url: string }
  | { kind: 'container' }
  | { kind: 'embedded'; program: string }

export const natsImage = 'nats:2.11-alpine'

/**
 * A server with JetStream and no streams; a new one unless the environment names one.
 * @param credentials of a new server's users; without any, every client has all rights
 */
export async function openTestNats(
  source: NatsSource,
  credentials?: NatsCredentials,
): Promise<AcquiredServer> {
  if (source.kind === 'environment') return { url: source.url, release: async () => {} }
  return startTestNats(source, credentials ? natsAuthorization(knownNatsUsers(credentials)) : '')
}

type OwnNatsSource = Exclude<NatsSource, { kind: 'environment' }>

/** A server with many accounts: what happens in one isn't seen in the others, as if each were a server. */
export interface NatsAccounts extends AcquiredServer {
  /** A folder in which each account that a test file has taken is a folder. */
  taken: string
}

/** More than `npm test` has calls of `testNats()`. */
const accountsMax = 600

/** Starts one server for all test files of a run; `takeNatsAccount` returns an unused account. */
export async function openNatsAccounts(source: OwnNatsSource): Promise<NatsAccounts> {
  const names = Array.from({ length: accountsMax }, (_, index) => accountName(index))
  const accounts = names.map(
    (name) => `  ${name}: { jetstream: enabled, users: [{ user: ${name}, password: ${name} }] }`,
  )
  const [server, folder] = await Promise.all([
    startTestNats(source, `accounts {\n${accounts.join('\n')}\n}\n`),
    temporaryFolder(),
  ])
  return {
    url: server.url,
    taken: folder.path,
    release: async () => {
      await server.release()
      await folder.remove()
    },
  }
}

/**
 * An account without streams.
 * @returns the server's URL with that account's user
 * @throws if all accounts are taken
 */
export async function takeNatsAccount({ url, taken }: Pick<NatsAccounts, 'url' | 'taken'>): Promise<string> {
  for (let index = 0; index < accountsMax; index += 1) {
    const name = accountName(index)
    try {
      // Test files run in several processes: only one can create a folder.
      await mkdir(join(taken, name))
      return url.replace('://', `://${name}:${name}@`)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
  throw new Error(`all ${accountsMax} NATS accounts for tests are taken: raise accountsMax`)
}

const accountName = (index: number) => `account_${index}`

function startTestNats(source: OwnNatsSource, configuration: string): Promise<AcquiredServer> {
  return source.kind === 'container'
    ? containedNats(configuration)
    : embeddedNats(source.program, configuration)
}

async function embeddedNats(program: string, configuration: string): Promise<AcquiredServer> {
  const folder = await temporaryFolder()
  try {
    const server = await startNats({ dataDir: folder.path, program, configuration })
    return {
      url: `nats://127.0.0.1:${server.port}`,
      release: async () => {
        await server.stop()
        await folder.remove()
      },
    }
  } catch (error) {
    await folder.remove()
    throw error
  }
}

async function containedNats(configuration: string): Promise<AcquiredServer> {
  const { GenericContainer, Wait } = await import('testcontainers')
  const container = await new GenericContainer(natsImage)
    .withCopyContentToContainer([{ target: '/users.conf', content: configuration }])
    .withCommand(['--config', '/users.conf', '--jetstream', '--store_dir', '/data'])
    .withExposedPorts(4222)
    .withWaitStrategy(Wait.forLogMessage(/Server is ready/))
    .start()
  return {
    url: `nats://${container.getHost()}:${container.getMappedPort(4222)}`,
    release: async () => {
      await container.stop()
    },
  }
}
