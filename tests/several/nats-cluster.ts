import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  findNatsServer,
  freePorts,
  type NatsCredentials,
  newNatsCredentials,
  startParentWatchdog,
} from '@rehearse/local-platform'
import { knownNatsUsers, natsAuthorization, natsUrls } from '@rehearse/local-platform/nats-access'
import { here, type Place } from './place.ts'

export interface NatsNode {
  readonly name: string
  /** Stops the server as a deployment does, and starts it again with its data. */
  restart(): Promise<void>
  /** Kills the server, and starts it again. */
  crash(): Promise<void>
  stop(): Promise<void>
}

export interface NatsCluster {
  /** All addresses, separated by commas. */
  url: string
  opsUrl: string
  /** The services' credentials. */
  credentials: NatsCredentials
  nodes: readonly NatsNode[]
  stop(): Promise<void>
}

/**
 * A cluster of three servers with JetStream on disk.
 * @param places where they run; all on the loopback address by default
 */
export async function startNatsCluster(
  folder: string,
  places: readonly Place[] = [here, here, here],
): Promise<NatsCluster> {
  const program = await findNatsServer()
  const credentials = newNatsCredentials()
  const config = join(folder, 'nats-server.conf')
  await writeFile(config, natsAuthorization(knownNatsUsers(credentials)), { mode: 0o600 })
  const ports = await freePorts(2 * places.length)
  const servers = places.map((place, at) => ({
    ...place,
    name: `nats-${at}`,
    client: `nats://${place.address}:${ports[2 * at]}`,
    peer: `nats://${place.address}:${ports[2 * at + 1]}`,
  }))
  const url = servers.map(({ client }) => client).join(',')
  const routes = servers.map(({ peer }) => peer).join(',')
  const nodes = servers.map(({ name, address, client, peer, through }) =>
    startNode(name, [
      ...through,
      program,
      ...['--config', config],
      ...['--addr', address, '--port', new URL(client).port, '--server_name', name],
      ...['--cluster_name', 'rehearse', '--cluster', peer, '--routes', routes],
      ...['--jetstream', '--store_dir', join(folder, name)],
    ]),
  )
  return {
    url,
    opsUrl: natsUrls(url, credentials).ops,
    credentials,
    nodes,
    stop: async () => {
      await Promise.all(nodes.map((node) => node.stop()))
    },
  }
}

function startNode(name: string, command: readonly string[]): NatsNode {
  const [program = '', ...args] = command
  const start = () => {
    const server = spawn(program, args, { stdio: 'ignore' })
    if (server.pid !== undefined) server.once('exit', startParentWatchdog(server.pid, 'TERM'))
    return server
  }
  let child: ChildProcess = start()
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill(signal)
    await exited
  }
  const again = async (signal: 'SIGTERM' | 'SIGKILL') => {
    await end(signal)
    child = start()
  }
  return {
    name,
    restart: () => again('SIGTERM'),
    crash: () => again('SIGKILL'),
    stop: () => end('SIGTERM'),
  }
}
