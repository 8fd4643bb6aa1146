import { EMBEDDED, htmlToMarkdown } from '../html/html-to-markdown.ts'
import { child, type XmlElement } from './scan-elements.ts'

/**
 * `<x format="html"><text>…</text></x>` as Markdown. Only HTML is converted; texts without a format take the
 * question's, as Moodle has it.
 */
export function readText(element: XmlElement | undefined, inherited: string, notes: Set<string>): string {
  if (element === undefined) return ''
  if (child(element, 'file')) notes.add(EMBEDDED)
  const text = rawText(element)
  return (element.attributes.format ?? inherited) === 'html' ? htmlToMarkdown(text, notes) : text
}

/** The text as it stands, without a format. */
export const rawText = (element: XmlElement | undefined): string => child(element, 'text')?.text ?? ''
