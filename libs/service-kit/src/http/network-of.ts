/**
 * The network that counts as one client: an IPv4 address, or an IPv6 /64, which one subscriber owns.
 * @param address undefined if the connection has closed, despite Fastify's types; all of these count as one client
 */
export function networkOf(address: string | undefined): string {
  if (address === undefined) return 'closed'
  if (!address.includes(':')) return address
  const v4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (v4 !== undefined) return v4
  const [head = '', tail = ''] = address.replace(/%.*$/, '').split('::')
  const groupsOf = (part: string) => (part === '' ? [] : part.split(':'))
  const [first, last] = [groupsOf(head), groupsOf(tail)]
  const zeros = Array<string>(Math.max(0, 8 - first.length - last.length)).fill('0')
  const network = [...first, ...zeros, ...last].slice(0, 4)
  return network.map((group) => Number.parseInt(group, 16).toString(16)).join(':')
}
