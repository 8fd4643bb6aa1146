/**
 * Addresses that nobody has: 198.18.0.0/15 is set aside for tests of network devices (RFC 2544), so a log or a limit
 * that sees one can't take it for a person's.
 */
export function testAddresses(): () => string {
  let next = 0
  return () => {
    next = (next + 1) % (2 * 65_536)
    return `198.${18 + (next >> 16)}.${(next >> 8) & 255}.${next & 255}`
  }
}
