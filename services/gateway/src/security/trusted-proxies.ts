import { lookup } from 'node:dns/promises'
import { BlockList, isIP } from 'node:net'
import { delay } from '@rehearse/service-kit'
import type { FastifyBaseLogger } from 'fastify'

export interface TrustedProxies {
  /** Whether this address is trusted to describe the client (`X-Forwarded-*`). */
  trusts: boolean | ((address: string | undefined) => boolean)
  /** Resolves the names now and then periodically until `stop`. */
  follow(log: FastifyBaseLogger, stop: AbortSignal): Promise<void>
}

/** Milliseconds between two lookups of the names. */
const interval = 1_000

/** All addresses of a name. @throws if it has none */
export type ResolveName = (name: string) => Promise<string[]>

const resolveBySystem: ResolveName = async (name) =>
  (await lookup(name, { all: true })).map(({ address }) => address)

/**
 * Addresses and networks are trusted as given, names by their current addresses: a container that ends TLS gets
 * another address whenever it is recreated. A name that doesn't resolve trusts no address.
 * @param proxies all, none, or addresses, networks and names, separated by commas
 */
export function trustedProxies(proxies: boolean | string, resolve = resolveBySystem): TrustedProxies {
  if (typeof proxies === 'boolean') return { trusts: proxies, follow: async () => {} }
  const entries = proxies.split(',').map((entry) => entry.trim())
  const names = entries.filter(isProxyName)
  const fixed = blockListOf(entries.filter((entry) => !isProxyName(entry)))
  let named: ReadonlySet<string> = new Set()

  const look = async (log: FastifyBaseLogger) => {
    const nowhere = (err: unknown): string[] => {
      log.debug({ err }, 'the name of a trusted proxy does not resolve')
      return []
    }
    const found = await Promise.all(names.map((name) => resolve(name).catch(nowhere)))
    named = new Set(found.flat())
  }
  return {
    trusts: (address = '') =>
      named.has(address.replace(/^::ffff:/, '')) || fixed.check(address, familyOf(address)),
    follow: async (log, stop) => {
      if (names.length === 0) return
      await look(log)
      void (async () => {
        while (!stop.aborted) {
          await delay(interval, stop)
          if (!stop.aborted) await look(log)
        }
      })()
    },
  }
}

/** Requires a dot, so that a misspelled `true` isn't taken for a name. */
export const isProxyName = (entry: string): boolean => /^[a-z][\w-]*(\.[\w-]+)*\.[a-z]+$/i.test(entry)

function blockListOf(entries: readonly string[]): BlockList {
  const list = new BlockList()
  for (const entry of entries) {
    const [address = '', prefix] = entry.split('/')
    if (prefix === undefined) list.addAddress(address, familyOf(address))
    else list.addSubnet(address, Number(prefix), familyOf(address))
  }
  return list
}

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4')
