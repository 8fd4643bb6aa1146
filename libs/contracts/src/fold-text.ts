/*
 * What counts as the same text: for grading typed answers, for search and for duplicates. Imports nothing, so that the
 * server and a device without a network use the same function.
 */

/**
 * A text in the form in which it is compared. Two texts are the same if they differ only in
 * - the Unicode normal form (NFC),
 * - full-width and half-width characters,
 * - the shape of quotes, dashes and ellipses,
 * - white space: a run of it is one space, and there is none at the ends,
 * - invisible characters: zero-width and direction marks, soft hyphens, byte order marks, control characters,
 * - Arabic marks that writers may leave out: vowel marks and tatweel.
 *
 * Case matters, and so do superscripts, fractions and ligatures: 10³ isn't 103. Code in Markdown is compared exactly.
 *
 * @param whitespace `exact`: all kinds of space are the same, but their number matters, also at the ends
 */
export function foldText(text: string, whitespace: 'fold' | 'exact' = 'fold'): string {
  let folded = ''
  let end = 0
  for (const { 0: code, index } of text.matchAll(codeIn)) {
    folded += foldProse(text.slice(end, index), whitespace) + code
    end = index + code.length
  }
  folded += foldProse(text.slice(end), whitespace)
  return whitespace === 'exact' ? folded : folded.trim()
}

/** Whether a text shows nothing: in code or not, it has only white space and invisible characters. */
export const isBlank = (text: string): boolean =>
  foldProse(
    text.replace(codeIn, (code) => code.replace(fences, '').replaceAll('`', '')),
    'fold',
  ).trim() === ''

/** Spans of code, and blocks of code between fences; the last block may lack its end. */
const codeIn =
  /^ {0,3}(`{3,}|~{3,})[^\n`]*\n(?:.*?\n)?? {0,3}\1[`~]*[ \t]*$|^ {0,3}(?:`{3,}|~{3,})[^\n`]*\n.*|(?<!`)(`+)(?!`).*?[^`]\2(?!`)/gms
const fences = /^ {0,3}(?:`{3,}|~{3,}).*$/gm

function foldProse(text: string, whitespace: 'fold' | 'exact'): string {
  const same = foldCharacters(text.normalize('NFC')).normalize('NFC')
  return whitespace === 'exact'
    ? same.replace(/[^\S\t\n\r]|[\u0085\u2800]/g, ' ')
    : same.replace(/[\s\u0085\u2800]+/g, ' ')
}

/** What has another form for comparison, except white space. */
const characters = new RegExp(
  [
    // Full-width ASCII and signs, half-width Japanese: in these ranges, compatibility forms change only the width.
    '(?<width>[\\uff01-\\uff9f\\uffe0-\\uffe2\\uffe4-\\uffe6]+)',
    // Apostrophes, primes, and the accent that keyboards offer in their place.
    '(?<single>[\\u2018-\\u201b\\u2032\\u2035\\u2039\\u203a\\u02b9\\u02bb\\u02bc\\u00b4])',
    '(?<double>[\\u201c-\\u201f\\u2033\\u2036\\u00ab\\u00bb\\u02ba])',
    '(?<dash>[\\u2010-\\u2015\\u2043\\u2212\\u02d7\\ufe58\\ufe63])',
    '(?<ellipsis>\\u2026)',
    // After a letter: vowel marks, marks of recitation and tatweel. A hamza or madda is part of its letter.
    '(?<=[\\u0620-\\u063f\\u0641-\\u064a\\u066e-\\u06d3\\u06d5\\u06ee-\\u06ff\\u0750-\\u077f\\u08a0-\\u08c9])(?:[\\u0610-\\u061a\\u0640\\u064b-\\u0652\\u0656-\\u065f\\u0670\\u06d6-\\u06dc\\u06df-\\u06e4\\u06e7\\u06e8\\u06ea-\\u06ed\\u0898-\\u089f\\u08ca-\\u08e1\\u08e3-\\u08ff]|\\p{Default_Ignorable_Code_Point})+',
    // Invisible, but not the joiners and tags within an emoji: without them it is another picture.
    '(?!\\u200d\\p{Extended_Pictographic})(?![\\u{e0020}-\\u{e007f}])\\p{Default_Ignorable_Code_Point}',
    '(?![\\s\\u0085])\\p{Cc}|[\\ufff9-\\ufffb]',
  ].join('|'),
  'gu',
)

/** The parts of a text that have another form for comparison, in order, with their positions in UTF-16 units. */
export function* foldedParts(text: string): Generator<{ start: number; end: number; folded: string }> {
  for (const { 0: found, index, groups } of text.matchAll(characters)) {
    yield { start: index, end: index + found.length, folded: formOf(found, groups) }
  }
}

function formOf(found: string, groups: Record<string, string | undefined> = {}): string {
  if (groups.width) return found.normalize('NFKC')
  if (groups.single) return "'"
  if (groups.double) return '"'
  if (groups.dash) return '-'
  return groups.ellipsis ? '...' : ''
}

/** A text with the form for comparison of each character, but with its white space and code as they are. */
function foldCharacters(text: string): string {
  let result = ''
  let at = 0
  for (const { start, end, folded } of foldedParts(text)) {
    result += text.slice(at, start) + folded
    at = end
  }
  return result + text.slice(at)
}
