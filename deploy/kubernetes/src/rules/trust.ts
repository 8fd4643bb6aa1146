import { isIPv6 } from 'node:net'
import type { Manifest } from '../manifest.ts'

/** Shortest prefixes of a network that one proxy, or a row of them, has to itself. */
const narrowest = { ipv4: 24, ipv6: 64 }

/**
 * Whose word on callers' addresses, hosts and schemes is taken: the ingress, by its name or its addresses. In a network
 * of all pods, any of them could say that it is somebody else.
 */
export function wrongWithTrust(manifests: readonly Manifest[]): string[] {
  const trusted = manifests.filter(
    ({ kind, data }) => kind === 'ConfigMap' && data?.TRUST_PROXY !== undefined,
  )
  if (trusted.length === 0) return ['no ConfigMap says whom the gateway trusts as its proxy (TRUST_PROXY)']
  return trusted.flatMap(({ metadata, data }) =>
    String(data?.TRUST_PROXY)
      .split(',')
      .map((entry) => entry.trim())
      .filter(isWide)
      .map(
        (entry) => `ConfigMap ${metadata.name} trusts ${entry} as a proxy: name the ingress (TRUST_PROXY)`,
      ),
  )
}

function isWide(entry: string): boolean {
  if (entry === 'true') return true
  const [address = '', prefix] = entry.split('/')
  return prefix !== undefined && Number(prefix) < (isIPv6(address) ? narrowest.ipv6 : narrowest.ipv4)
}
