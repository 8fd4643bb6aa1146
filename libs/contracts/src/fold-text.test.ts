import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { foldText, isBlank } from './fold-text.ts'

describe('texts that are the same', () => {
  test.each([
    ['another normal form', 'é', 'e\u0301'],
    ['a curly apostrophe', "don't", 'don’t'],
    ['a modifier apostrophe', "don't", 'donʼt'],
    ['an acute accent as an apostrophe', "don't", 'don´t'],
    ['curly quotes', '"a"', '“a”'],
    ['low quotes', '"a"', '„a‟'],
    ['angle quotes', '"a"', '«a»'],
    ['primes', `5' 3"`, '5′ 3″'],
    ['full-width letters and digits', 'Array(42)', 'Ａｒｒａｙ（４２）'],
    ['full-width signs', '£5 ¥5', '￡５　￥５'],
    ['half-width Japanese', 'ガ・。', 'ｶﾞ･｡'],
    ['the minus sign', '-1', '−1'],
    ['a full-width hyphen', '-1', '－１'],
    ['a non-breaking hyphen', 're-render', 're‑render'],
    ['an en dash', '1-2', '1–2'],
    ['an em dash', 'a-b', 'a—b'],
    ['an ellipsis', '...args', '…args'],
    ['a no-break space', 'a b', 'a\u00a0b'],
    ['a thin and an ideographic space', 'a b c', 'a\u2009b\u3000c'],
    ['runs of space, and space at the ends', 'a b', ' a \t\n b\u00a0'],
    ['a zero-width space', 'closure', 'clo\u200bsure'],
    ['a soft hyphen', 'closure', 'clo\u00adsure'],
    ['a byte order mark', 'closure', '\ufeffclosure'],
    ['marks of direction', 'closure', '\u200f\u2066closure\u2069\u200e\u061c'],
    ['a zero-width joiner and non-joiner', 'closure', 'clo\u200csu\u200dre'],
    ['a word joiner and a control character', 'closure', 'clo\u2060su\u0001re'],
    ['a variation selector', '❤', '❤\ufe0f'],
    ['Arabic vowel marks', 'إغلاق', 'إِغْلَاقٌ'],
    ['Arabic shadda and superscript alef', 'هذا شد', 'هٰذا شدّ'],
    ['Arabic marks apart from their letter', 'إغلاق', 'إ\u200b\u0650غلاق'],
    ['tatweel', 'إغلاق', 'إغـــلاق'],
    ['an invisible character next to a combining mark', 'é', 'e\u200b\u0301'],
  ])('%s', (_name, one, other) => {
    expect(foldText(other)).toBe(foldText(one))
  })
})

describe('texts that differ', () => {
  test.each([
    ['case', 'Map', 'map'],
    ['a superscript', '103', '10³'],
    ['a subscript', 'H2O', 'H₂O'],
    ['a fraction', '1/2', '½'],
    ['a ligature', 'file', 'ﬁle'],
    ['a Roman numeral character', 'IV', 'Ⅳ'],
    ['a circled digit', '1', '①'],
    ['a unit sign', 'kg', '㎏'],
    ['an accent', 'resume', 'résumé'],
    ['an alef with hamza', 'احمد', 'أحمد'],
    ['Arabic marks without a letter', 'ـَ', 'ـُ'],
    ['Arabic digits', '42', '٤٢'],
    ['an underscore', 'a_b', 'a-b'],
    ['emoji joined to one', '👩‍💻', '👩💻'],
    ['flags of regions', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '🏴󠁧󠁢󠁳󠁣󠁴󠁿'],
    ['quotes in code', '`"a"`', '`“a”`'],
    ['spaces in code', '`a b`', '`a  b`'],
    ['a dash in code', 'is `a - b`', 'is `a − b`'],
    ['an invisible character in code', '`a`', '`a\u200b`'],
    ['a dash in code with backticks', '``a`-``', '``a`−``'],
    ['indentation in a block of code', '```py\na\n  b\n```', '```py\na\nb\n```'],
    ['a dash in a block that is not closed', '~~~\n-', '~~~\n—'],
  ])('%s', (_name, one, other) => {
    expect(foldText(other)).not.toBe(foldText(one))
  })
})

test('a lone backtick begins no code', () => {
  expect(foldText('the ` of “a”')).toBe('the ` of "a"')
  expect(foldText('`` – `')).toBe('`` - `')
})

test('exact white space keeps its number, not its kind', () => {
  expect(foldText(' a\u00a0 b', 'exact')).toBe(' a  b')
  expect(foldText('a – b', 'exact')).toBe('a - b')
})

const text = fc.string({
  unit: fc.oneof(
    fc.constantFrom(...' `~\n…“’—−\u00a0\u200b\u00ad\u3000ｶﾞＡ３³½ﬁée\u0301ـَإ', '👩‍💻'),
    fc.nat(0x10ffff).map((code) => String.fromCodePoint(code).toWellFormed()),
  ),
})

test('folding is idempotent outside code, and normalizes', () => {
  fc.assert(
    fc.property(text, (given) => {
      const plain = given.replaceAll(/[`~]/g, '')
      expect(foldText(foldText(plain))).toBe(foldText(plain))
      expect(foldText(plain.normalize('NFD'))).toBe(foldText(plain))
    }),
    { numRuns: 2_000 },
  )
})

test.each([
  ['', true],
  [' \u00a0\n', true],
  ['\u200b', true],
  ['\u3164', true],
  ['\u2800', true],
  ['\u00ad\ufeff\u202e', true],
  ['\u0007', true],
  ['\ufe0f', true],
  ['` `', true],
  ['``\u200b``', true],
  ['```js\n```', true],
  ['~~~\n\n~~~', true],
  ['```\n \u200b', true],
  ['`', false],
  ['```', false],
  ['~~~', false],
  ['&nbsp;', false],
  ['ـَ', false],
  ['-', false],
  ['`-`', false],
  ['```\n-\n```', false],
])('%j is blank: %o', (given, expected) => {
  expect(isBlank(given)).toBe(expected)
})
