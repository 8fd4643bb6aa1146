/** The encodings that text can be read in, by their names in the WHATWG Encoding Standard. */
export const TEXT_ENCODINGS = [
  ...(['utf-8', 'utf-16le', 'utf-16be'] as const),
  ...(['windows-1252', 'windows-1250', 'iso-8859-2', 'windows-1257', 'windows-1254', 'macintosh'] as const),
  ...(['windows-1251', 'koi8-r', 'ibm866', 'iso-8859-5', 'windows-1253'] as const),
  ...(['windows-1256', 'iso-8859-6', 'windows-1255', 'windows-874', 'windows-1258'] as const),
  ...(['gb18030', 'big5', 'shift_jis', 'euc-jp', 'iso-2022-jp', 'euc-kr'] as const),
] as const
export type TextEncoding = (typeof TEXT_ENCODINGS)[number]

/**
 * Decodes bytes as `encoding`, or without one as UTF-8 or UTF-16, with a byte order mark or none. The mark isn't part
 * of the text.
 * @returns undefined if the bytes aren't text in that encoding
 */
export function decodeText(bytes: Uint8Array, encoding = unicodeOf(bytes)): string | undefined {
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes)
    // Seven-bit Japanese is valid UTF-8, but not readable.
    return encoding === 'utf-8' && text.includes('\u001b$') ? undefined : text
  } catch {
    return undefined
  }
}

/** Without a mark, UTF-16 shows by the zero bytes of spaces and line breaks: all in the same half of the code units. */
function unicodeOf(bytes: Uint8Array): TextEncoding {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  const sample = bytes.subarray(0, SAMPLE)
  const zeros = [0, 0] as [number, number]
  for (const [at, byte] of sample.entries()) if (byte === 0) zeros[(at % 2) as 0 | 1]++
  const [even, odd] = zeros
  if (bytes.length % 2 === 1 || Math.max(even, odd) < sample.length * ZEROS_MIN) return 'utf-8'
  if (even === 0) return 'utf-16le'
  return odd === 0 ? 'utf-16be' : 'utf-8'
}

/** Bytes that are looked at, and the share of them that must be zero in UTF-16. */
const SAMPLE = 65_536
const ZEROS_MIN = 0.01
