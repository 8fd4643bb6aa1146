import { silentLog } from '@rehearse/service-kit/testing/silent-log'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { type TrustedProxies, trustedProxies } from './trusted-proxies.ts'

const stop = new AbortController()
afterAll(() => stop.abort())

const names = new Map<string, string[]>()
const resolve = async (name: string): Promise<string[]> => {
  const addresses = names.get(name)
  if (addresses === undefined) throw new Error(`getaddrinfo ENOTFOUND ${name}`)
  return addresses
}
async function following(proxies: string): Promise<(address: string) => boolean> {
  const trusted: TrustedProxies = trustedProxies(proxies, resolve)
  await trusted.follow(silentLog, stop.signal)
  if (typeof trusted.trusts === 'boolean') throw new Error('all or none are trusted')
  return trusted.trusts
}

describe('trusted proxies', () => {
  test('are all or none if configured so', () => {
    expect(trustedProxies(true).trusts).toBe(true)
    expect(trustedProxies(false).trusts).toBe(false)
  })

  test('are addresses and networks', async () => {
    const trusts = await following('10.1.0.0/16, 192.0.2.7, 2001:db8::/32')
    expect(['10.1.255.1', '192.0.2.7', '2001:db8::9', '::ffff:10.1.0.1'].map(trusts)).toEqual(
      Array(4).fill(true),
    )
    expect(['10.2.0.1', '192.0.2.8', '2001:db9::1', '::1', ''].map(trusts)).toEqual(Array(5).fill(false))
  })

  test('are the addresses that a name resolves to, and none while it doesn’t resolve', async () => {
    const trusts = await following('proxy.internal,192.0.2.7')
    expect(['172.18.0.5', '192.0.2.7'].map(trusts)).toEqual([false, true])
    names.set('proxy.internal', ['172.18.0.5'])
    await vi.waitUntil(() => trusts('172.18.0.5'))
    names.set('proxy.internal', ['172.18.0.6'])
    await vi.waitUntil(() => trusts('172.18.0.6'))
    expect(trusts('172.18.0.5')).toBe(false)
    // As reported by a socket that listens on both IPv4 and IPv6.
    expect(trusts('::ffff:172.18.0.6')).toBe(true)
  })
})
