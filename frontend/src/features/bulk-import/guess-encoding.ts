import { decodeText, type TextEncoding } from '@rehearse/contracts/text-encoding'
import { analyse } from 'chardet'

/** Our name for each of the detector's: what programs on Windows write, where it includes the standard. */
const names: Readonly<Partial<Record<string, TextEncoding>>> = {
  'windows-1252': 'windows-1252',
  'ISO-8859-1': 'windows-1252',
  'windows-1250': 'windows-1250',
  'ISO-8859-2': 'windows-1250',
  'windows-1257': 'windows-1257',
  'windows-1254': 'windows-1254',
  'ISO-8859-9': 'windows-1254',
  'windows-1251': 'windows-1251',
  'KOI8-R': 'koi8-r',
  'ISO-8859-5': 'windows-1251',
  'windows-1253': 'windows-1253',
  'ISO-8859-7': 'windows-1253',
  'windows-1256': 'windows-1256',
  'ISO-8859-6': 'windows-1256',
  'windows-1255': 'windows-1255',
  'ISO-8859-8': 'windows-1255',
  'windows-874': 'windows-874',
  'windows-1258': 'windows-1258',
  GB18030: 'gb18030',
  Big5: 'big5',
  Shift_JIS: 'shift_jis',
  'EUC-JP': 'euc-jp',
  'ISO-2022-JP': 'iso-2022-jp',
  'EUC-KR': 'euc-kr',
}

/** Bytes that are enough to recognize a language. */
const SAMPLE = 65_536

/**
 * The text of a file, and its encoding if it isn't Unicode: the chosen one, else the most probable one.
 * @throws {Error} if it isn't text
 */
export function textOf(bytes: Uint8Array, chosen?: TextEncoding): { text: string; encoding?: TextEncoding } {
  const unicode = chosen === undefined ? decodeText(bytes) : undefined
  if (unicode !== undefined) return { text: unicode }
  // No text in another encoding has zero bytes.
  if (chosen === undefined && bytes.includes(0)) throw new Error('not text')
  const encoding = chosen ?? guessEncoding(bytes)
  return { text: new TextDecoder(encoding).decode(bytes), encoding }
}

/** The most probable encoding of a text that is neither UTF-8 nor UTF-16. */
function guessEncoding(bytes: Uint8Array): TextEncoding {
  const sample = bytes.subarray(0, SAMPLE)
  const words = sample.includes(ESCAPE) ? sample : foreignWords(sample)
  const found = analyse(words).find(({ name }) => names[name] !== undefined && isValid(words, name))
  return eastAsian(words) ?? names[found?.name ?? ''] ?? 'windows-1252'
}

/** Whether bytes are text in an encoding, by any of its names. */
function isValid(bytes: Uint8Array, encoding: string): boolean {
  try {
    new TextDecoder(encoding, { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

const ESCAPE = 0x1b

/** The words with bytes beyond ASCII: headers and code in English would make every text English. */
function foreignWords(bytes: Uint8Array): Uint8Array {
  const words: number[] = []
  let begin = 0
  for (let at = 0; at <= bytes.length; at++) {
    // The second byte of a character may be an ASCII letter, but no space, digit or comma.
    if (at < bytes.length && (bytes[at] ?? 0) >= 0x40) continue
    const word = bytes.subarray(begin, at)
    if (word.some((byte) => byte > 0x7f)) words.push(...word, 0x20)
    begin = at + 1
  }
  return Uint8Array.from(words)
}

/** The first bytes of everyday characters; the detector needs more text than a short quiz has. */
const everyday: readonly { encoding: TextEncoding; ranges: [from: number, to: number][]; second: number }[] =
  [
    {
      encoding: 'gb18030',
      ranges: [
        [0xa1, 0xa3],
        [0xb0, 0xd7],
      ],
      second: 0xa1,
    },
    { encoding: 'big5', ranges: [[0xa1, 0xc6]], second: 0x40 },
    {
      encoding: 'shift_jis',
      ranges: [
        [0x81, 0x83],
        [0x88, 0x97],
      ],
      second: 0x40,
    },
    {
      encoding: 'euc-jp',
      ranges: [
        [0xa1, 0xa1],
        [0xa4, 0xa5],
        [0xb0, 0xcf],
      ],
      second: 0xa1,
    },
    {
      encoding: 'euc-kr',
      ranges: [
        [0xa1, 0xa3],
        [0xb0, 0xc8],
      ],
      second: 0xa1,
    },
  ]

/** The share of such characters in a text, and of those that follow another one. */
const EVERYDAY_MIN = 0.9
const FOLLOWING_MIN = 0.4

/**
 * The encoding with two bytes a character in which all words are valid and nearly all characters are everyday ones:
 * of several, the one with the fewest such characters.
 */
function eastAsian(words: Uint8Array): TextEncoding | undefined {
  const fitting = everyday.filter(({ encoding, ranges, second }) => {
    if (!isValid(words, encoding)) return false
    const pairs = { all: 0, everyday: 0, following: 0 }
    for (let at = 0, last = -1; at < words.length; at++) {
      const [lead = 0, trail = 0] = words.subarray(at, at + 2)
      if (lead < 0x80) continue
      pairs.all++
      if (last === at) pairs.following++
      if (trail >= second && ranges.some(([from, to]) => lead >= from && lead <= to)) pairs.everyday++
      last = ++at + 1
    }
    if (pairs.all === 0) return false
    return pairs.everyday >= pairs.all * EVERYDAY_MIN && pairs.following >= pairs.all * FOLLOWING_MIN
  })
  const size = ({ ranges, second }: (typeof everyday)[number]) =>
    ranges.reduce((sum, [from, to]) => sum + to - from + 1, 0) * (0xff - second)
  return fitting.sort((one, other) => size(one) - size(other))[0]?.encoding
}
