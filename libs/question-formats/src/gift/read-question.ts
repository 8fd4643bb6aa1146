import { categoryFields } from '../rows/category-path.ts'
import { failed, type Place } from '../rows/check-row.ts'
import { cutTitle } from '../rows/cut-title.ts'
import { finishRow } from '../rows/finish-row.ts'
import type { ParseDefaults, ReadQuestion } from '../types.ts'
import { indexOfPlain, unescapeGift } from './escapes.ts'
import { readAnswers } from './read-answers.ts'
import { readText, takeFormat } from './read-text.ts'
import type { GiftBlock } from './scan-blocks.ts'

/** Longer ones are damaged: a brace that was never closed, with all that follows. */
const QUESTION_LENGTH = 256 * 1024

/** Reads the question of one block. Never throws. */
export function readQuestion(block: GiftBlock, index: number, defaults: ParseDefaults): ReadQuestion {
  const { name, rest } = takeName(block.text)
  const place: Place = { index, line: block.line, title: name ?? cutTitle(unescapeGift(rest)) }
  if (block.text.length > QUESTION_LENGTH) return failed(place, [`Longer than ${QUESTION_LENGTH} characters`])
  const { format, raw } = takeFormat(rest)
  const open = indexOfPlain(raw, '{')
  const close = indexOfPlain(raw, '}', open + 1)
  if (open === -1) return failed(place, ['There are no answers in braces'])
  if (close === -1) return failed(place, ['The brace before the answers is never closed'])
  const body = raw.slice(open + 1, close)
  const after = raw.slice(close + 1)
  if (indexOfPlain(body, '{') !== -1 || indexOfPlain(after, '{') !== -1 || indexOfPlain(after, '}') !== -1) {
    return failed(place, [STRAY_BRACE])
  }

  const notes = new Set<string>()
  const answers = readAnswers(body, format, notes)
  if ('fault' in answers) return failed(place, [answers.fault])
  const gap = after.trim() === '' ? '' : ` _____ ${after.trim()}`
  const prefix = format === undefined ? '' : `[${format}]`
  const before = gap === '' ? raw.slice(0, open) : raw.slice(0, open).trimEnd()
  const content = readText(prefix + before + gap, undefined, notes)
  const draft = {
    ...answers,
    ...categoryFields(block.category),
    title: name ?? cutTitle(content),
    // A name without a text is all there is to ask.
    content: content.trim() === '' ? (name ?? '') : content,
    tags: readTags(block.comments, notes),
  }
  return finishRow({ ...place, title: draft.title }, draft, defaults, notes)
}

const STRAY_BRACE =
  'Only the answers stand in braces: write those of a text as \\{ and \\}, and a blank line between questions'

function takeName(text: string): { name: string | undefined; rest: string } {
  const trimmed = text.trimStart()
  const end = trimmed.startsWith('::') ? indexOfPlain(trimmed, '::', 2) : -1
  if (end === -1) return { name: undefined, rest: trimmed }
  const name = unescapeGift(trimmed.slice(2, end)).replace(/\s+/g, ' ').trim()
  return { name: name === '' ? undefined : name, rest: trimmed.slice(end + 2) }
}

/** `// [id:x] [tag:y]`: Moodle's own comments. */
function readTags(comments: readonly string[], notes: Set<string>): string[] {
  const tags: string[] = []
  for (const comment of comments) {
    for (const [, kind, value = ''] of comment.matchAll(/\[(id|tag):((?:\\[\\\]]|[^\\\]]){0,500})\]/g)) {
      const text = value.replace(/\\([\\\]])/g, '$1').trim()
      if (kind === 'tag') tags.push(text)
      else notes.add(`The id number "${text}" is not kept`)
    }
  }
  return tags
}
