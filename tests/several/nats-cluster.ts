import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { findNatsServer, freePorts } from '@rehearse/local-platform'

export interface NatsNode {
  readonly name: string
  /** Ends it as a deployment does, and starts it again on what it has kept. */
  restart(): Promise<void>
  /** Ends it as a crash does, and starts it again. */
  crash(): Promise<void>
  stop(): Promise<void>
}

export interface NatsCluster {
  /** All of them, separated by commas. */
  url: string
  nodes: readonly NatsNode[]
  stop(): Promise<void>
}

/** Three servers with JetStream in files, that know each other. */
export async function startNatsCluster(folder: string): Promise<NatsCluster> {
  const program = await findNatsServer()
  const ports = await freePorts(6)
  const [clients, peers] = [ports.slice(0, 3), ports.slice(3)]
  const routes = peers.map((port) => `nats://127.0.0.1:${port}`).join(',')
  const nodes = clients.map((port, at) =>
    startNode(program, `nats-${at}`, [
      ...['--addr', '127.0.0.1', '--port', String(port)],
      ...['--cluster_name', 'rehearse', '--cluster', `nats://127.0.0.1:${peers[at]}`, '--routes', routes],
      ...['--jetstream', '--store_dir', join(folder, `nats-${at}`), '--server_name', `nats-${at}`],
    ]),
  )
  return {
    url: clients.map((port) => `nats://127.0.0.1:${port}`).join(','),
    nodes,
    stop: async () => {
      await Promise.all(nodes.map((node) => node.stop()))
    },
  }
}

function startNode(program: string, name: string, args: readonly string[]): NatsNode {
  const start = () => spawn(program, args, { stdio: 'ignore' })
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
