import { foldedParts } from '@rehearse/contracts'

/** A case-folded word or punctuation mark, with its position in the original text (UTF-16 units). */
export interface Token {
  kind: 'word' | 'mark'
  text: string
  start: number
  end: number
}

/**
 * Operators of JavaScript, HTML and CSS that are one token. Longest first, since `===` is not `==` followed by `=`.
 */
const operators = [
  '<!--',
  '>>>=',
  ...['===', '!==', '**=', '&&=', '||=', '??=', '<<=', '>>=', '>>>', '...', '-->'],
  ...['=>', '==', '!=', '<=', '>=', '&&', '||', '??', '?.', '++', '--', '**', '+=', '-=', '*=', '/=', '%='],
  ...['</', '/>', '::', '->', '${', '//', '/*', '*/', '<<', '>>'],
]
const escaped = operators.map((operator) => operator.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&'))
const word = '\\$?[\\p{L}\\p{N}_][\\p{L}\\p{M}\\p{N}_$]*'
const anyToken = new RegExp(`(${word})|${escaped.join('|')}|[^\\s\\p{C}]`, 'gu')
/** Scripts without spaces between words. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u

/** Longer words aren't searched for, and an index entry needs a maximum length. */
const longestWord = 80

/** Splits text in any language, and code, into words and punctuation marks in order, folded as in `foldText`. */
export function lex(text: string): Token[] {
  const { folded, positionOf } = foldWithPositions(text)
  return tokensOf(folded).map((token) => {
    const start = positionOf(token.start)
    // One character may be folded to several tokens.
    return { ...token, start, end: Math.max(start + 1, positionOf(token.end)) }
  })
}

/** The folded text, and the position in the original of each position in it: the next one if characters are left out. */
function foldWithPositions(text: string): { folded: string; positionOf: (position: number) => number } {
  if (plain.test(text)) return { folded: text, positionOf: (position) => position }
  const positions: number[] = []
  let folded = ''
  const add = (part: string, from: number, to: number) => {
    for (let index = 0; index < part.length; index += 1) positions.push(Math.min(from + index, to))
    folded += part
  }
  let at = 0
  for (const part of foldedParts(text)) {
    add(text.slice(at, part.start), at, part.start)
    add(part.folded, part.start, part.end - 1)
    at = part.end
  }
  add(text.slice(at), at, text.length)
  positions.push(text.length)
  return { folded, positionOf: (position) => positions[position] ?? text.length }
}

/** Texts that folding leaves as they are. */
const plain = /^[\t\n\r -~]*$/

function tokensOf(text: string): Token[] {
  const tokens: Token[] = []
  for (const match of text.matchAll(anyToken)) {
    const [written, asWord] = match
    const start = match.index
    if (asWord === undefined) tokens.push({ kind: 'mark', text: written, start, end: start + written.length })
    else if (unspaced.test(written)) tokens.push(...pairsOfCharacters(written, start))
    else tokens.push({ kind: 'word', text: fold(written), start, end: start + written.length })
  }
  return tokens.filter((token) => token.text !== '')
}

/** Without spaces, each pair of neighboring characters counts as a word. */
function pairsOfCharacters(written: string, start: number): Token[] {
  const characters = Array.from(written)
  let at = start
  return characters.slice(0, Math.max(1, characters.length - 1)).map((character, index) => {
    const pair = character + (characters[index + 1] ?? '')
    const token: Token = { kind: 'word', text: fold(pair), start: at, end: at + pair.length }
    at += character.length
    return token
  })
}

/** In lower case and without accents, as people search. */
const fold = (written: string): string =>
  written
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
    .slice(0, longestWord)
    .toWellFormed()

/** Punctuation found in prose as often as in code: not searchable alone or next to a word. */
const prose = /^(?:[-/,;'"`]|\P{ASCII})$/u
/** Punctuation that ends a sentence or closes a bracket, unless a word follows immediately. */
const closing = /^[.:!?)>\]}]$/
/** Too common to be searched for alone. */
const unsearchable = /^(?:[.:!?()]|[-/,;'"`]|\P{ASCII})$/u

interface CodeLexeme {
  text: string
  /** Whether the last word may be incomplete: `.the` should find `.then`. */
  open: boolean
  start: number
  end: number
}

/**
 * The code in a text: each mark with the word that it touches (`array.` and `.map`, `then(`, `c++`, `:has`). Two
 * adjacent lexemes represent one place in the text, so positions needn't be compared.
 */
export function codePairs(tokens: readonly Token[]): CodeLexeme[] {
  return tokens.flatMap((token, index) => {
    const next = tokens[index + 1]
    if (next === undefined || next.start !== token.end || next.kind === token.kind) return []
    const mark = token.kind === 'mark' ? token : next
    const open = token === mark
    if (prose.test(mark.text) || (open && /^[()]$/.test(mark.text))) return []
    if (!open && closing.test(mark.text) && !wordFollows(tokens, index + 1)) return []
    return [{ text: token.text + next.text, open, start: token.start, end: next.end }]
  })
}

/** Marks that can be searched for on their own, such as `===`. */
export const standalonePunctuation = (tokens: readonly Token[]): Token[] =>
  tokens.filter((token) => token.kind === 'mark' && !unsearchable.test(token.text))

/** Whether a mark is not adjacent to a word. */
export function isStandalone(tokens: readonly Token[], mark: Token): boolean {
  const index = tokens.indexOf(mark)
  const [before, after] = [tokens[index - 1], tokens[index + 1]]
  const touches = (other: Token | undefined, at: boolean) => other?.kind === 'word' && at
  return !touches(before, before?.end === mark.start) && !touches(after, after?.start === mark.end)
}

function wordFollows(tokens: readonly Token[], index: number): boolean {
  const [mark, next] = [tokens[index], tokens[index + 1]]
  return next?.kind === 'word' && next.start === mark?.end
}
