import { execFile } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { access } from 'node:fs/promises'
import { promisify } from 'node:util'
import type { Place } from './place.ts'

const run = promisify(execFile)

/** A separate machine as far as its network goes: a namespace with one cable to all others. */
export interface Island extends Place {
  /** Pulls the cable: packets are lost silently. */
  cut(): Promise<void>
  mend(): Promise<void>
  /** Silently drops packets to and from a remote port. @returns a function that ends it */
  lose(port: number): Promise<() => Promise<void>>
}

export interface Network extends AsyncDisposable {
  /** The address of this side of all cables. */
  address: string
  island(name: string): Promise<Island>
}

/** Why this machine can't have such a network; null if it can. */
export async function whyNoNetwork(): Promise<string | null> {
  if (process.getuid?.() !== 0) return 'only root may make network namespaces'
  for (const program of ['ip', 'nsenter', 'iptables']) {
    const failure = await run(program, ['-V']).catch((error: NodeJS.ErrnoException) => error)
    if ('code' in failure && failure.code === 'ENOENT') return `there is no ${program} here`
  }
  return null
}

/** Linux allows 15 characters for a device name; the pid shows whose it was if this process is killed. */
const ours = (part: string) => `rh${process.pid}${part}`

/**
 * A switch in its own namespace, out of reach of this machine's firewall, and cables to it. Disposing removes all of
 * it.
 */
export async function openNetwork(): Promise<Network> {
  await sweepLeftovers()
  await using made = new AsyncDisposableStack()
  const net = `10.${randomInt(128, 250)}.${randomInt(1, 250)}`
  const [hub, bridge] = [ours('-hub'), ours('br')]
  await ip('netns', 'add', hub)
  made.defer(() => ip('netns', 'del', hub))
  await ip('-netns', hub, 'link', 'add', bridge, 'type', 'bridge')
  await ip('-netns', hub, 'link', 'set', bridge, 'up')
  let plugged = 0

  /** Connects a cable to the hub; it disappears with its end. @returns our end, with an address, and the hub's */
  async function plug(space?: string): Promise<{ address: string; far: string }> {
    plugged += 1
    const address = `${net}.${plugged}`
    const [near, far] = [ours(`n${plugged}`), ours(`f${plugged}`)]
    const there = space === undefined ? [] : ['-netns', space]
    await ip('link', 'add', far, 'netns', hub, 'type', 'veth', 'peer', 'name', near)
    if (space !== undefined) await ip('link', 'set', near, 'netns', space)
    await ip('-netns', hub, 'link', 'set', far, 'master', bridge, 'up')
    await ip(...there, 'address', 'add', `${address}/24`, 'dev', near)
    await ip(...there, 'link', 'set', near, 'up')
    return { address, far }
  }

  const { address } = await plug()
  const network = made.move()
  return {
    address,
    island: async (name) => {
      const space = ours(`-${name}`)
      await ip('netns', 'add', space)
      network.defer(() => ip('netns', 'del', space))
      await ip('-netns', space, 'link', 'set', 'lo', 'up')
      const { address, far } = await plug(space)
      const cable = (state: 'up' | 'down') => ip('-netns', hub, 'link', 'set', far, state)
      return {
        address,
        through: ['nsenter', `--net=/run/netns/${space}`],
        cut: () => cable('down'),
        mend: () => cable('up'),
        lose: async (port) => {
          await filter(space, '-A', port)
          return () => filter(space, '-D', port)
        },
      }
    },
    [Symbol.asyncDispose]: () => network.disposeAsync(),
  }
}

/** Removes what a killed process left behind. */
async function sweepLeftovers(): Promise<void> {
  const { stdout } = await run('ip', ['netns', 'list'])
  for (const [space, pid] of stdout.matchAll(/^rh(\d+)-\S+/gm)) {
    const isGone = await access(`/proc/${pid}`).then(
      () => false,
      () => true,
    )
    if (isGone) await ip('netns', 'del', space)
  }
}

async function filter(space: string, verb: '-A' | '-D', port: number): Promise<void> {
  for (const [chain, end] of [
    ['INPUT', '--sport'],
    ['OUTPUT', '--dport'],
  ] as const) {
    const rule = [chain, '-p', 'tcp', end, String(port), '-j', 'DROP']
    await run('ip', ['netns', 'exec', space, 'iptables', '-w', verb, ...rule])
  }
}

async function ip(...args: string[]): Promise<void> {
  await run('ip', args)
}
