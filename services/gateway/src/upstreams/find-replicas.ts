import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import type { ReplicaOptions } from './replica.ts'

/**
 * The processes behind addresses from the configuration. A host name stands for every address it resolves to, as it
 * does with containers of one service and in front of Kubernetes' headless services.
 * @param origins `http://host:port`
 */
export async function findReplicas(origins: readonly string[], timeout: number): Promise<ReplicaOptions[]> {
  const found = await Promise.all(origins.map(addressesOf))
  return found.flat().map((replica) => ({ ...replica, timeout }))
}

async function addressesOf(origin: string): Promise<Omit<ReplicaOptions, 'timeout'>[]> {
  const { protocol, hostname, port, host } = new URL(origin)
  if (protocol === 'https:' || isIP(hostname.replace(/^\[|\]$/g, '')) > 0) return [{ address: origin, host }]
  const addresses = await lookup(hostname, { all: true })
  return addresses
    .map(({ address, family }) => `http://${family === 6 ? `[${address}]` : address}:${port || 80}`)
    .sort()
    .map((address) => ({ address, host }))
}
