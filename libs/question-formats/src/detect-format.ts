import type { QuestionFormat } from '@rehearse/contracts'

const extensions: Readonly<Record<string, QuestionFormat>> = {
  json: 'json',
  md: 'markdown',
  markdown: 'markdown',
  gift: 'gift',
  aiken: 'aiken',
  xml: 'moodle-xml',
}

/** The number of characters that are examined. */
const SAMPLE = 64 * 1024

/**
 * Detects the format of a source. A known file extension decides; otherwise the text does, with Markdown as the
 * fallback.
 */
export function detectFormat(source: string, fileName?: string): QuestionFormat {
  const extension = /\.([a-z]+)$/i.exec(fileName?.trim() ?? '')?.[1]?.toLowerCase() ?? ''
  const byName = extensions[extension]
  if (byName) return byName
  const text = normalizeSource(source.slice(0, SAMPLE)).trimStart()
  if (/^\[\s*(?:\{|\]|$)/.test(text) || /^\{\s*(?:"|\}|$)/.test(text)) return 'json'
  if (/^(?:<\?xml|<quiz[\s>])/i.test(text)) return 'moodle-xml'
  if (isGift(text)) return 'gift'
  return isAiken(text) ? 'aiken' : 'markdown'
}

/** Answers in braces (`{=right ~wrong}`), which Markdown doesn't use outside code. */
function isGift(text: string): boolean {
  if (/^(?:#{1,6} |```)/m.test(text)) return false
  return (
    /^::[^:\n]{1,200}::/m.test(text) ||
    /^[^`\n]{0,500}\{[ \t]*(?:\n[ \t]*)?(?:[=~]|(?:T|F|TRUE|FALSE)\}|#\d)/m.test(text)
  )
}

/** Only plain lines: a question, `A.` or `A)` lines, `ANSWER: A`. */
function isAiken(text: string): boolean {
  return (
    /^ANSWER:[^\S\n]*[A-Z][^\S\n]*$/m.test(text) &&
    /^[A-Z](?:[.)][^\S\n]|\)\S)/m.test(text) &&
    !/^(?:[#>`]|[-*+][ \t]|\d+[.)][ \t]|\*\*)/m.test(text)
  )
}

/**
 * Removes the byte order mark and converts line endings to `\
 * `.
 */
export function normalizeSource(source: string): string {
  const text = source.startsWith('\uFEFF') ? source.slice(1) : source
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text
}
