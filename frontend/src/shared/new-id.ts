/**
 * A random UUID (version 4). Browsers hide crypto.randomUUID on plain HTTP from another machine, such as in a
 * classroom's local network.
 */
export function newId(): string {
  if ('randomUUID' in crypto) return crypto.randomUUID()
  const bytes = (crypto as Crypto).getRandomValues(new Uint8Array(16))
  const hex = Array.from(bytes, (byte, position) => {
    if (position === 6) return ((byte & 0x0f) | 0x40).toString(16).padStart(2, '0')
    if (position === 8) return ((byte & 0x3f) | 0x80).toString(16).padStart(2, '0')
    return byte.toString(16).padStart(2, '0')
  }).join('')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
