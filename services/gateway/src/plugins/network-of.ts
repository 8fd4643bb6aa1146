/**
 * The part of an address that one subscriber has for themselves: all of IPv4, and of IPv6 the first half.
 * @param ip as the socket or a trusted proxy tells it
 */
export function networkOf(ip: string): string {
  if (!ip.includes(':')) return ip
  const [, mapped] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip) ?? []
  if (mapped !== undefined) return mapped
  const [head = '', tail] = ip.split('%')[0]?.split('::') ?? []
  const first = groupsOf(head)
  const last = groupsOf(tail ?? '')
  const between = Array<string>(Math.max(0, 8 - first.length - last.length)).fill('0')
  return [...first, ...between, ...last].slice(0, 4).join(':')
}

const groupsOf = (part: string): string[] =>
  part === '' ? [] : part.split(':').map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''))
