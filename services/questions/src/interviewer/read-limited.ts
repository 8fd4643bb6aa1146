/**
 * Reads a response of a configured host. One that never stops sending must not fill the memory.
 *
 * @param limit in bytes
 */
export async function readLimited(reply: Response, limit: number): Promise<Buffer> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of reply.body ?? []) {
    length += part.byteLength
    if (length > limit) throw new Error('the host sent too much')
    parts.push(part)
  }
  return Buffer.concat(parts)
}
