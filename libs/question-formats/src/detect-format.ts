import type { QuestionFormat } from '@rehearse/contracts'

const extensions: Readonly<Record<string, QuestionFormat>> = {
  json: 'json',
  md: 'markdown',
  markdown: 'markdown',
  gift: 'gift',
  aiken: 'aiken',
  xml: 'moodle-xml',
}

/** How much of a source is looked at, in characters. */
const SAMPLE = 64 * 1024

/**
 * Which format a source is in. A telling file name decides; otherwise the text does, and Markdown is what
 * everything is that looks like nothing else.
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

/** Answers in braces (`{=right ~wrong}`), which Markdown has no use for outside code. */
function isGift(text: string): boolean {
  if (/^(?:#{1,6} |```)/m.test(text)) return false
  return (
    /^::[^:\n]{1,200}::/m.test(text) ||
    /^[^`\n]{0,500}\{[ \t]*(?:\n[ \t]*)?(?:[=~]|(?:T|F|TRUE|FALSE)\}|#\d)/m.test(text)
  )
}

/** Bare lines and nothing else: a question, `A.` or `A)` lines, `ANSWER: A`. */
function isAiken(text: string): boolean {
  return (
    /^ANSWER:[ \t]*[A-Z][ \t]*$/m.test(text) &&
    /^[A-Z][.)][ \t]/m.test(text) &&
    !/^(?:[#>`]|[-*+][ \t]|\d+[.)][ \t]|\*\*)/m.test(text)
  )
}

/** Without byte order mark, and with `\n` as the only line end: every format here treats all line ends alike. */
export function normalizeSource(source: string): string {
  const text = source.startsWith('\uFEFF') ? source.slice(1) : source
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text
}
