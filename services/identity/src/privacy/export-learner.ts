import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { Nats } from '@rehearse/service-kit'
import { strToU8, Zip, ZipDeflate } from 'fflate'
import { findPreferences } from '../learners/repository.ts'
import { FairQueue } from '../passwords/fair-queue.ts'
import type { Db } from '../tables.ts'
import { collectPersonalData, type PersonalDataPage } from './collect-personal-data.ts'
import { ar } from './texts.ar.ts'
import { type ExportTexts, en } from './texts.en.ts'

/** Exports read a lot, so one runs at a time. */
const queue = new FairQueue({ concurrency: 1, maxWaiting: 16 })

/**
 * All data about a learner as a zip archive.
 * @throws {DomainError} 503 `export_incomplete` rather than part of the data; 429 if too many exports are waiting
 */
export function exportLearner(
  dependencies: { db: Db; nats: Nats },
  learnerId: string,
  now: Date,
): Promise<{ archive: Readable; bytes: number }> {
  return queue.run(['export', learnerId], async () => {
    const { language, timezone } = await findPreferences(dependencies.db, learnerId)
    const reader = { texts: exportTexts(language), timeZone: timezone, now }
    const file = await writeArchive(collectPersonalData(dependencies, learnerId), reader)
    const { size } = await file.stat()
    return { archive: file.createReadStream({ start: 0 }), bytes: size }
  })
}

/** Bytes of the HTML page that are in memory at a time. */
const chunkBytes = 64 * 1024

/**
 * Writes all data about a learner into one archive: each collection as JSON, and `index.html` to read it in a
 * browser.
 * @returns the complete file; the caller closes it
 * @throws whatever `pages` throws, after deleting the file
 */
export async function writeArchive(
  pages: AsyncIterable<PersonalDataPage>,
  reader: ExportReader,
): Promise<FileHandle> {
  const archive = await openNamelessFile()
  try {
    await using readable = await openNamelessFile()
    const writer = new ArchiveWriter(archive)
    await readable.write(pageStart(reader))
    /** The collection being written. */
    const at = { name: '', rows: 0 }
    const end = async () => {
      if (at.name === '') return
      await writer.write(at.rows === 0 ? ']\n' : '\n]\n')
      await readable.write(sectionEnd(reader, at.rows))
    }
    for await (const { service, collection, rows } of pages) {
      const name = collection === '' ? service : `${service}/${collection}`
      if (name !== at.name) {
        await end()
        Object.assign(at, { name, rows: 0 })
        writer.begin(`${name}.json`)
        await writer.write('[')
        await readable.write(sectionStart(reader, service, collection, rows[0]))
      }
      for (const row of rows) {
        await writer.write(`${at.rows === 0 ? '\n' : ',\n'}${JSON.stringify(row)}`)
        await readable.write(tableRow(reader, row))
        at.rows += 1
      }
    }
    await end()
    await readable.write(pageEnd)
    writer.begin('index.html')
    const chunks = readable.createReadStream({ start: 0, highWaterMark: chunkBytes, autoClose: false })
    for await (const chunk of chunks) await writer.write(chunk as Uint8Array)
    await writer.end()
    return archive
  } catch (error) {
    await archive.close()
    throw error
  }
}

/** An unlinked temporary file: it's deleted when its handle closes, even if the process crashes. */
async function openNamelessFile(): Promise<FileHandle> {
  const folder = await mkdtemp(join(tmpdir(), 'rehearse-export-'))
  try {
    return await open(join(folder, 'content'), 'wx+', 0o600)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Streams a zip archive into a file, with one chunk in memory. */
class ArchiveWriter {
  readonly #zip: Zip
  readonly #target: FileHandle
  #chunks: Uint8Array[] = []
  #problem: Error | null = null
  #open: ZipDeflate | null = null

  constructor(target: FileHandle) {
    this.#target = target
    this.#zip = new Zip((problem, chunk) => {
      if (problem) this.#problem = problem
      else this.#chunks.push(chunk)
    })
  }

  /** Starts a file after ending the previous one. */
  begin(name: string): void {
    this.#open?.push(new Uint8Array(), true)
    this.#open = new ZipDeflate(name, { level: 6 })
    this.#zip.add(this.#open)
  }

  /** Appends to the current file. */
  async write(content: string | Uint8Array): Promise<void> {
    this.#open?.push(typeof content === 'string' ? strToU8(content) : content)
    await this.#flush()
  }

  async end(): Promise<void> {
    this.#open?.push(new Uint8Array(), true)
    this.#zip.end()
    await this.#flush()
  }

  async #flush(): Promise<void> {
    const chunks = this.#chunks
    this.#chunks = []
    if (this.#problem) throw this.#problem
    for (const chunk of chunks) await this.#target.write(chunk)
  }
}

/** The language, time zone and time of an export. */
interface ExportReader {
  texts: ExportTexts
  timeZone: string
  now: Date
}

/** @param language the learner's; English if it isn't supported */
export const exportTexts = (language: string): ExportTexts => (/^ar\b/i.test(language) ? ar : en)

const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 70rem; margin: 0 auto; padding: 2rem 1rem; }
.rows { overflow-x: auto; }
table { border-collapse: collapse; font-size: 0.9rem; }
th, td { text-align: start; vertical-align: top; padding: 0.3rem 0.8rem 0.3rem 0; border-block-end: 1px solid #8886; }
`

function pageStart({ texts, timeZone, now }: ExportReader): string {
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
function sectionStart(
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

function tableRow(reader: ExportReader, row: Readonly<Record<string, unknown>>): string {
  return `<tr>${Object.values(row)
    .map((value) => `<td>${escaped(asText(value, reader))}</td>`)
    .join('')}</tr>\n`
}

const sectionEnd = ({ texts }: ExportReader, rows: number): string =>
  `</tbody></table></div>${rows === 0 ? `<p>${escaped(texts.nothing)}</p>` : ''}</section>\n`

const pageEnd = '</main></body></html>\n'

/** Splits `answered_at` or `answeredAt` into words. */
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

/** A timestamp in the reader's time zone; other text unchanged. */
function momentIn(text: string, { texts, timeZone }: Pick<ExportReader, 'texts' | 'timeZone'>): string {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(text) || Number.isNaN(Date.parse(text))) return text
  const format = new Intl.DateTimeFormat(texts.locale, { dateStyle: 'medium', timeStyle: 'long', timeZone })
  return format.format(new Date(text))
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string): string => text.replace(/[&<>"]/g, (character) => entities[character] ?? '')
