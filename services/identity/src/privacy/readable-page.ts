import { ar } from './texts/ar.ts'
import { en } from './texts/en.ts'
import type { ExportTexts } from './texts/export-texts.ts'

/** Who reads an export: in which language, by which clock, and when it was made. */
export interface ExportReader {
  texts: ExportTexts
  timeZone: string
  now: Date
}

/** @param language as the learner chose it; English where we don't speak it */
export const exportTexts = (language: string): ExportTexts => (/^ar\b/i.test(language) ? ar : en)

const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 70rem; margin: 0 auto; padding: 2rem 1rem; }
.rows { overflow-x: auto; }
table { border-collapse: collapse; font-size: 0.9rem; }
th, td { text-align: start; vertical-align: top; padding: 0.3rem 0.8rem 0.3rem 0; border-block-end: 1px solid #8886; }
`

export function pageStart({ texts, timeZone, now }: ExportReader): string {
  const { locale, direction, title, introduction } = texts
  return `<!doctype html>
<html lang="${new Intl.Locale(locale).language}" dir="${direction}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title><style>${style}</style></head>
<body><main><h1>${escaped(title)}</h1>
<p>${escaped(momentIn(now.toISOString(), { texts, timeZone }))}</p>
${introduction.map((line) => `<p>${escaped(line)}</p>`).join('\n')}
`
}

/** @param first the first row, whose fields name the columns */
export function sectionStart(
  { texts }: ExportReader,
  service: string,
  collection: string,
  first: Readonly<Record<string, unknown>> | undefined,
): string {
  const heading = collection === '' ? texts.services[service] : texts.collections[collection]
  const columns = Object.keys(first ?? {}).map((name) => `<th scope="col">${escaped(asWords(name))}</th>`)
  return `<section><h2>${escaped(heading ?? asWords(collection || service))}</h2>
<div class="rows"><table><thead><tr>${columns.join('')}</tr></thead><tbody>
`
}

export function tableRow(reader: ExportReader, row: Readonly<Record<string, unknown>>): string {
  return `<tr>${Object.values(row)
    .map((value) => `<td>${escaped(asText(value, reader))}</td>`)
    .join('')}</tr>\n`
}

export const sectionEnd = ({ texts }: ExportReader, rows: number): string =>
  `</tbody></table></div>${rows === 0 ? `<p>${escaped(texts.nothing)}</p>` : ''}</section>\n`

export const pageEnd = '</main></body></html>\n'

/** `answered_at` and `answeredAt` as a person would write it. */
function asWords(name: string): string {
  const words = name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function asText(value: unknown, reader: Pick<ExportReader, 'texts' | 'timeZone'>): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? reader.texts.yes : reader.texts.no
  if (typeof value === 'object') return JSON.stringify(value)
  return momentIn(String(value), reader)
}

/** A moment by the reader's clock; any other text as it is. */
function momentIn(text: string, { texts, timeZone }: Pick<ExportReader, 'texts' | 'timeZone'>): string {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(text) || Number.isNaN(Date.parse(text))) return text
  const format = new Intl.DateTimeFormat(texts.locale, { dateStyle: 'medium', timeStyle: 'long', timeZone })
  return format.format(new Date(text))
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string): string => text.replace(/[&<>"]/g, (character) => entities[character] ?? '')
