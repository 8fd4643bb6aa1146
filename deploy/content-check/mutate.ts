import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5'
import { type ChildNode, parse as parseCss } from 'postcss'
import { type Edit, editsOfScript } from './mutate-script.ts'

type Language = 'html' | 'css' | 'javascript'
export type Code = Readonly<Record<Language, string>>

/** A solution with one small defect. */
export interface Mutant {
  readonly language: Language
  /** The changed lines before and after: enough of them to occur only once in the solution. */
  readonly replace: string
  readonly with: string
  readonly code: Code
}

/** Most mutants per challenge. */
export const MOST_MUTANTS = 40
/** Another seed draws other mutants where there are more than the limit. */
export const MUTATION_SEED = 1

/**
 * Mutates what a learner writes: lines, and in HTML also attributes and elements, that the starter code has too stay
 * as they are. The same seed and solution give the same mutants.
 */
export function mutantsOf(
  solution: Code,
  starter: Code,
  { most = MOST_MUTANTS, seed = MUTATION_SEED } = {},
): Mutant[] {
  const all = (['html', 'css', 'javascript'] as const).flatMap((language) => {
    const text = solution[language]
    const given = new Set(linesOf(starter[language]))
    const mutated = editors[language](text)
      .filter((edit) => !linesOf(touchedLines(text, edit)).every((line) => given.has(line)))
      .filter(({ start, end }) => language !== 'html' || !starter.html.includes(text.slice(start, end)))
      .map((edit) => mutantOf(solution, language, edit))
    return mutated.filter(({ code }) => code[language] !== text)
  })
  const different = [...new Map(all.map((mutant) => [JSON.stringify(mutant.code), mutant])).values()]
  return shuffle(different, seed).slice(0, most)
}

/** A solution's files with one small defect. */
export interface FilesMutant {
  readonly path: string
  readonly replace: string
  readonly with: string
  readonly text: string
}

/** As mutantsOf, for the scripts among a challenge's files. */
export function mutantsOfFiles(
  solution: Readonly<Record<string, string>>,
  starter: Readonly<Record<string, string>>,
  { most = MOST_MUTANTS, seed = MUTATION_SEED } = {},
): FilesMutant[] {
  const all = Object.entries(solution).flatMap(([path, text]) => {
    if (!/\.[jt]sx?$/.test(path)) return []
    const given = new Set(linesOf(starter[path] ?? ''))
    return editsOfScript(text, path)
      .filter((edit) => !linesOf(touchedLines(text, edit)).every((line) => given.has(line)))
      .map((edit) => ({ path, ...replacementOf(text, edit) }))
      .filter((mutant) => mutant.text !== text)
  })
  const different = [...new Map(all.map((mutant) => [`${mutant.path}\n${mutant.text}`, mutant])).values()]
  return shuffle(different, seed).slice(0, most)
}

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

function touchedLines(text: string, { start, end }: Edit): string {
  return text.slice(lineStart(text, start), lineEnd(text, end))
}

const lineStart = (text: string, at: number): number => text.lastIndexOf('\n', at - 1) + 1
const lineEnd = (text: string, at: number): number =>
  text.indexOf('\n', at) < 0 ? text.length : text.indexOf('\n', at)

function mutantOf(solution: Code, language: Language, edit: Edit): Mutant {
  const { text, ...change } = replacementOf(solution[language], edit)
  return { language, ...change, code: { ...solution, [language]: text } }
}

/** The edited text, and enough lines around the edit to occur only once. */
function replacementOf(text: string, edit: Edit): { replace: string; with: string; text: string } {
  let from = lineStart(text, edit.start)
  let to = lineEnd(text, edit.end)
  while (text.split(text.slice(from, to)).length !== 2) {
    if (from > 0) from = lineStart(text, from - 1)
    else to = lineEnd(text, to + 1)
  }
  return {
    replace: text.slice(from, to),
    with: text.slice(from, edit.start) + edit.with + text.slice(edit.end, to),
    text: text.slice(0, edit.start) + edit.with + text.slice(edit.end),
  }
}

/** Each attribute and each pair of tags is removed once. */
function editsOfMarkup(html: string): Edit[] {
  const { childNodes } = parseFragment(html, { sourceCodeLocationInfo: true })
  return childNodes.flatMap((node) => editsOfElement(node, html))
}

function editsOfElement(node: DefaultTreeAdapterTypes.Node, html: string): Edit[] {
  const inner = 'childNodes' in node ? node.childNodes.flatMap((child) => editsOfElement(child, html)) : []
  const place = 'tagName' in node ? node.sourceCodeLocation : undefined
  if (!place) return inner
  const { startTag, endTag } = place
  const contents = startTag && endTag ? html.slice(startTag.endOffset, endTag.startOffset) : ''
  const attributes = Object.values(place.attrs ?? {}).map(({ startOffset, endOffset }) => ({
    start: html[startOffset - 1] === ' ' ? startOffset - 1 : startOffset,
    end: endOffset,
    with: '',
  }))
  return [...attributes, { start: place.startOffset, end: place.endOffset, with: contents }, ...inner]
}

/** Each declaration and each rule is removed once, and the rules of each at-rule apply always. */
function editsOfStyles(css: string): Edit[] {
  const edits: Edit[] = []
  parseCss(css).walk((node) => {
    const { start, end } = placeOf(node)
    if (node.type === 'comment') return
    edits.push({ start, end, with: '' })
    if (node.type !== 'atrule' || !node.nodes?.some(({ type }) => type === 'rule')) return
    if (!node.name.endsWith('keyframes'))
      edits.push({ start, end, with: css.slice(css.indexOf('{', start) + 1, end - 1) })
  })
  return edits
}

const placeOf = ({ source }: ChildNode): { start: number; end: number } => ({
  start: source?.start?.offset ?? 0,
  end: source?.end?.offset ?? 0,
})

const editors: Record<Language, (text: string) => Edit[]> = {
  html: editsOfMarkup,
  css: editsOfStyles,
  javascript: (text) => editsOfScript(text),
}

/** Fisher-Yates with a small seeded generator (mulberry32). */
function shuffle<Item>(items: readonly Item[], seed: number): Item[] {
  const shuffled = [...items]
  let state = seed
  const random = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  for (let last = shuffled.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1))
    ;[shuffled[last], shuffled[other]] = [shuffled[other] as Item, shuffled[last] as Item]
  }
  return shuffled
}
