import { QUESTION_POINTS } from '@rehearse/contracts'
import { categoryFields, unescapeCategory } from '../rows/category-path.ts'
import { failed, type Place } from '../rows/check-row.ts'
import { cutTitle } from '../rows/cut-title.ts'
import { finishRow } from '../rows/finish-row.ts'
import type { ParseDefaults, ReadQuestion } from '../types.ts'
import { readAnswers } from './read-answers.ts'
import { rawText, readText } from './read-text.ts'
import { child, childrenOf, type XmlElement } from './scan-elements.ts'
import { unkeptParts } from './unkept-parts.ts'

/** Longer ones are beyond what may be kept of a question, and take long to make Markdown of. */
const QUESTION_LENGTH = 256 * 1024

/** A question, and the category element that it stands under. */
export interface MoodleQuestion {
  element: XmlElement
  category: string | undefined
}

/** Reads one question element. Never throws. */
export function readQuestion(
  { element, category }: MoodleQuestion,
  index: number,
  defaults: ParseDefaults,
): ReadQuestion {
  const name = rawText(child(element, 'name')).replace(/\s+/g, ' ').trim()
  const place: Place = { index, line: element.line, title: name }
  if (lengthOf(element) > QUESTION_LENGTH) return failed(place, [`Longer than ${QUESTION_LENGTH} characters`])
  const notes = new Set<string>()
  const text = child(element, 'questiontext')
  const format = text?.attributes.format ?? 'moodle_auto_format'
  const content = readText(text, format, notes)
  const title = name === '' ? cutTitle(content) : name
  const answers = readAnswers(element, format, notes)
  if ('fault' in answers) return failed({ ...place, title }, [answers.fault])
  for (const part of unkeptParts(element)) notes.add(part)
  const draft = {
    ...answers,
    ...categoryFields(category === undefined ? undefined : unescapeCategory(category)),
    title,
    content: content.trim() === '' ? name : content,
    points: readPoints(element, notes),
    tags: tagsOf(element),
    // Hidden questions are old ones that Moodle only keeps for their attempts.
    isActive: child(element, 'hidden')?.text.trim() !== '1',
  }
  return finishRow({ ...place, title }, draft, defaults, notes)
}

const lengthOf = ({ text, children }: XmlElement): number =>
  children.reduce((length, one) => length + lengthOf(one), text.length)

function readPoints(element: XmlElement, notes: Set<string>): number | undefined {
  const given = child(element, 'defaultgrade')?.text.trim()
  if (given === undefined || given === '' || !Number.isFinite(Number(given))) return undefined
  const points = Math.min(QUESTION_POINTS.max, Math.max(QUESTION_POINTS.min, Math.round(Number(given))))
  if (points !== Number(given)) notes.add(`The mark ${given} becomes ${points}`)
  return points
}

function tagsOf(element: XmlElement): string[] {
  const tags = childrenOf(element, 'tags').flatMap((list) => childrenOf(list, 'tag'))
  return tags.map((tag) => rawText(tag).trim()).filter((tag) => tag !== '')
}
