import { stemmer } from 'stemmer'
import { codePairs } from './code-lexemes.ts'
import { lex } from './lex.ts'
import type { ResolvedTerm } from './tsquery.ts'

/** A part of a text, in UTF-16 units. */
export interface Mark {
  start: number
  end: number
}

/** Where a text holds what is looked for, in order and without overlaps: by the rules by which it was found. */
export function findMarks(text: string, terms: readonly ResolvedTerm[]): Mark[] {
  const tokens = lex(text)
  const words = terms.filter((term) => term.kind === 'word').map(wordTest)
  const code = terms.filter((term) => term.kind === 'code')
  const marks: Mark[] = [
    ...tokens.filter((token) => token.kind === 'word' && words.some((test) => test(token.text))),
    ...codePairs(tokens).filter((pair) =>
      code.some((term) => pair.text === term.text || (term.open && pair.text.startsWith(term.text))),
    ),
    ...tokens.filter((token) => token.kind === 'mark' && code.some((term) => term.text === token.text)),
  ]
  return merged(marks)
}

function wordTest(term: ResolvedTerm): (word: string) => boolean {
  const wanted = [term.text, ...term.corrected]
  const stems = wanted.map((word) => stemmer(word))
  // A stem begins as its words do, and takes a while to find.
  const hasStem = (word: string) => stems.some((stem) => stem[0] === word[0] && stem === stemmer(word))
  return (word) => wanted.includes(word) || (term.open && word.startsWith(term.text)) || hasStem(word)
}

function merged(marks: readonly Mark[]): Mark[] {
  const result: Mark[] = []
  for (const { start, end } of [...marks].sort((a, b) => a.start - b.start || a.end - b.end)) {
    const last = result.at(-1)
    if (last && start <= last.end) last.end = Math.max(last.end, end)
    else result.push({ start, end })
  }
  return result
}
