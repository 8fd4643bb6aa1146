import { lookup } from 'node:dns/promises'
import { BlockList, isIP } from 'node:net'
import { delay } from '@rehearse/service-kit'
import type { FastifyBaseLogger } from 'fastify'

export interface TrustedProxies {
  /** Whether what this address says of a client is taken (`X-Forwarded-*`). */
  trusts: boolean | ((address: string | undefined) => boolean)
  /** Looks for who has the names: now, and again and again until `stop`. */
  follow(log: FastifyBaseLogger, stop: AbortSignal): Promise<void>
}

/** Milliseconds between two looks for who has the names. */
const interval = 1_000

/** All addresses of a name. @throws where it has none */
export type ResolveName = (name: string) => Promise<string[]>

const resolveBySystem: ResolveName = async (name) =>
  (await lookup(name, { all: true })).map(({ address }) => address)

/**
 * Addresses and networks are trusted as they are, names as what they resolve to at the time: a container that ends TLS
 * has another address whenever it is made again. While a name leads nowhere, no one is trusted by it.
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
      log.debug({ err }, 'the name of a trusted proxy leads nowhere')
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

/** It has a dot: a misspelt `true` is none. */
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
