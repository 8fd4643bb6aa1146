import { isIPv6 } from 'node:net'

/** Whom an address stands for: one IPv4 host; of IPv6 a /64, since a subscriber owns all of that. */
export function networkOf(address: string): string {
  const v4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (v4 !== undefined || !isIPv6(address)) return v4 ?? address
  const [head = '', tail] = address.replace(/%.*$/, '').split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? [] : Array.from({ length: 8 - before.length - after.length }, () => '0')
  const network = [...before, ...zeros, ...after].slice(0, 4)
  return network.map((group) => Number.parseInt(group, 16).toString(16)).join(':')
}
