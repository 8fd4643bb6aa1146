/** Text as bytes of an encoding: JavaScript decodes every one, but only encodes UTF-8. */
export function encode(text: string, encoding: string): Uint8Array<ArrayBuffer> {
  const table = tableOf(encoding)
  return Uint8Array.from(
    [...text].flatMap((character) => {
      const bytes = table.get(character)
      if (bytes === undefined) throw new Error(`${character} is not in ${encoding}`)
      return bytes
    }),
  )
}

const tables = new Map<string, Map<string, number[]>>()

/** Every character of one byte or two. */
function tableOf(encoding: string): Map<string, number[]> {
  const known = tables.get(encoding)
  if (known) return known
  const decoder = new TextDecoder(encoding, { fatal: true })
  const table = new Map<string, number[]>()
  const add = (bytes: number[]) => {
    try {
      const text = decoder.decode(Uint8Array.from(bytes))
      if ([...text].length === 1 && !table.has(text)) table.set(text, bytes)
    } catch {
      // Only the beginning of a character, or none.
    }
  }
  const bytes = Array.from({ length: 256 }, (_, byte) => byte)
  for (const byte of bytes) add([byte])
  for (const first of bytes.slice(0x81)) for (const second of bytes.slice(0x40)) add([first, second])
  tables.set(encoding, table)
  return table
}
