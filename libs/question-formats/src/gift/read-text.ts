import { htmlToMarkdown } from '../html/html-to-markdown.ts'
import { unescapeGift } from './escapes.ts'

export type GiftTextFormat = 'html' | 'markdown' | 'plain' | 'moodle'

const PREFIX = /^\s*\[(html|markdown|plain|moodle)\]/

/** Takes a text's own format, if it names one, off its beginning. */
export function takeFormat(raw: string): { format: GiftTextFormat | undefined; raw: string } {
  const found = PREFIX.exec(raw)
  if (!found) return { format: undefined, raw }
  return { format: found[1] as GiftTextFormat, raw: raw.slice(found[0].length) }
}

/**
 * A text as Markdown. Only HTML is converted: plain texts about code are full of characters that mean something in
 * Markdown, but also of backticks that were meant to.
 */
export function readText(given: string, inherited: GiftTextFormat | undefined, notes: Set<string>): string {
  const { format, raw } = takeFormat(given)
  // Behind a format that is named, space at the beginning was put there on purpose.
  const text = unescapeGift(format === undefined ? raw.trim() : raw.trimEnd())
  return (format ?? inherited) === 'html' ? htmlToMarkdown(text, notes) : text
}
