/** A text in one of several languages: `<span lang="en" class="multilang">`, `<lang lang="en">`, `{mlang en}`. */
interface Part {
  start: number
  end: number
  /** In lower case. */
  languages: string[]
  text: string
}

const SPAN = /<(span|lang)\b([^<>]{0,300})>/gi
const BLOCK = /\{mlang\s{1,9}([^{}]{1,200})\}/gi
const LANGUAGE = /\blang\s{0,9}=\s{0,9}["']?([\w-]{1,40})/i
const CLASS = /\bclass\s{0,9}=\s{0,9}["']?[^"'<>]{0,200}\bmultilang\b/i

/**
 * A text of Moodle's multi-language filters in one language: English, else the one for all others, else the first.
 * What is left out is added to `notes`.
 */
export function chooseLanguage(text: string, notes: Set<string>): string {
  let chosen = text
  if (/multilang|<lang\b/i.test(chosen))
    for (const group of spanGroups(chosen).toReversed()) chosen = keepOne(chosen, group, notes)
  const blocks = /\{mlang/i.test(chosen) ? blocksIn(chosen) : []
  return blocks.length > 0 ? keepOne(chosen, blocks, notes) : chosen
}

function keepOne(text: string, parts: readonly Part[], notes: Set<string>): string {
  const all = parts.flatMap(({ languages }) => languages)
  const wanted = all.find((one) => /^en(?:[_-]|$)/.test(one)) ?? all.find((one) => one === 'other') ?? all[0]
  const others = new Set(all.filter((one) => one !== wanted && one !== 'other'))
  if (others.size > 0) notes.add(`Only one language is kept (${wanted}), without ${[...others].join(', ')}`)
  let result = text
  for (const { start, end, languages, text: own } of parts.toReversed()) {
    result =
      result.slice(0, start) +
      (wanted !== undefined && languages.includes(wanted) ? own : '') +
      result.slice(end)
  }
  return result
}

/** As in Moodle, spans that follow one another are the same text in several languages. */
function spanGroups(text: string): Part[][] {
  const groups: Part[][] = []
  let end = 0
  for (const { 0: tag, 1: name = '', 2: attributes = '', index } of text.matchAll(SPAN)) {
    const language = LANGUAGE.exec(attributes)?.[1]
    if (index < end || language === undefined) continue
    if (name.toLowerCase() === 'span' && !CLASS.test(attributes)) continue
    const begin = index + tag.length
    const closing = indexOfTag(text, `</${name}>`, begin)
    if (closing === -1) break
    const isNext = groups.length > 0 && text.slice(end, index).trim() === ''
    if (!isNext) groups.push([])
    end = closing + name.length + 3
    groups
      .at(-1)
      ?.push({ start: index, end, languages: [language.toLowerCase()], text: text.slice(begin, closing) })
  }
  return groups
}

const indexOfTag = (text: string, tag: string, from: number): number => {
  const at = text.slice(from).search(new RegExp(tag, 'i'))
  return at === -1 ? -1 : from + at
}

function blocksIn(text: string): Part[] {
  const parts: Part[] = []
  for (const { 0: tag, 1: languages = '', index } of text.matchAll(BLOCK)) {
    if (index < (parts.at(-1)?.end ?? 0)) continue
    const begin = index + tag.length
    const closing = indexOfTag(text, '\\{mlang\\}', begin)
    if (closing === -1) break
    parts.push({
      start: index,
      end: closing + '{mlang}'.length,
      languages: languages.split(',').map((one) => one.trim().toLowerCase()),
      text: text.slice(begin, closing),
    })
  }
  return parts
}
