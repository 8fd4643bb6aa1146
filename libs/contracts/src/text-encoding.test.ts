import { expect, test } from 'vitest'
import { decodeText, TEXT_ENCODINGS } from './text-encoding.ts'

const utf16 = (text: string, isBig: boolean) =>
  new Uint8Array(
    text.split('').flatMap((one) => {
      const unit = one.charCodeAt(0)
      return isBig ? [unit >> 8, unit & 255] : [unit & 255, unit >> 8]
    }),
  )

test.each(['Title,A\nما الفرق,نعم\n', 'Title,A\n什么是闭包,函数\n', 'a;b\n1;2\n'])(
  'UTF-16 is recognized with a byte order mark and without: %j',
  (text) => {
    for (const isBig of [false, true]) {
      expect(decodeText(utf16(text, isBig))).toBe(text)
      expect(decodeText(utf16(`\ufeff${text}`, isBig))).toBe(text)
    }
  },
)

test('UTF-8 stays UTF-8, even with a zero byte in it', () => {
  for (const text of ['ما', 'a', '', `${'x'.repeat(199)}\0`]) {
    expect(decodeText(new TextEncoder().encode(text))).toBe(text)
  }
  expect(decodeText(new TextEncoder().encode('\ufeffa'))).toBe('a')
})

test('other bytes are never read as something else', () => {
  expect(decodeText(Uint8Array.of(0x61, 0x2c, 0xe3, 0xc7))).toBeUndefined()
  // 日 in ISO-2022-JP is plain ASCII with escapes.
  const japanese = new Uint8Array([0x1b, 0x24, 0x42, 0x46, 0x7c, 0x1b, 0x28, 0x42])
  expect(decodeText(japanese)).toBeUndefined()
  expect(decodeText(japanese, 'iso-2022-jp')).toBe('日')
})

test('a named encoding is used, unless the bytes are invalid in it', () => {
  expect(decodeText(Uint8Array.of(0xe3, 0xc7), 'windows-1256')).toBe('ما')
  expect(decodeText(Uint8Array.of(0xff, 0xff), 'utf-8')).toBeUndefined()
  for (const encoding of TEXT_ENCODINGS) expect(new TextDecoder(encoding).encoding).toBe(encoding)
})
