import type { Token } from './lexer.ts'

/** Marks that belong to sentences as much as to code; alone they say nothing, nor next to a word. */
const prose = /^(?:[-/,;'"`]|\P{ASCII})$/u
/** Marks that end a sentence or close a bracket, unless a word follows at once. */
const closing = /^[.:!?)>\]}]$/
/** Too common alone to look for. */
const unsearchable = /^(?:[.:!?()]|[-/,;'"`]|\P{ASCII})$/u

export interface CodeLexeme {
  text: string
  /** Ends with a word that may be only begun: `.the` is to find `.then`. */
  open: boolean
  start: number
  end: number
}

/**
 * What is code about a text: each mark with the word that it touches (`array.` and `.map`, `then(`, `c++`, `:has`).
 * Two together stand for one place, and need no positions to be compared.
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

/** Marks that may be looked for by themselves, such as `===`. */
export const loneMarks = (tokens: readonly Token[]): Token[] =>
  tokens.filter((token) => token.kind === 'mark' && !unsearchable.test(token.text))

/** Whether a mark touches no word. */
export function standsAlone(tokens: readonly Token[], mark: Token): boolean {
  const index = tokens.indexOf(mark)
  const [before, after] = [tokens[index - 1], tokens[index + 1]]
  const touches = (other: Token | undefined, at: boolean) => other?.kind === 'word' && at
  return !touches(before, before?.end === mark.start) && !touches(after, after?.start === mark.end)
}

function wordFollows(tokens: readonly Token[], index: number): boolean {
  const [mark, next] = [tokens[index], tokens[index + 1]]
  return next?.kind === 'word' && next.start === mark?.end
}
