import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { Readable } from 'node:stream'
import { DomainError, getAudio } from '@rehearse/contracts'
import { type App, hasETag, serve } from '@rehearse/service-kit'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Storage } from '../storage/storage.ts'
import type { Db } from '../tables.ts'
import { audioChanged, audioNotFound } from './errors.ts'
import { findAudio, type StoredAudio } from './repository.ts'

/** Both inclusive. */
interface ByteRange {
  start: number
  end: number
}

/** More ranges than any player requests; for more, the whole file is sent, as RFC 9110, 14.2 allows. */
const mostRanges = 16

/**
 * The parts that a `Range` header requests (RFC 9110, 14.1.2), in its order, with overlapping ones merged.
 * @returns null for the whole file, if the header is unknown; an empty list if none of the requested parts exist
 */
export function rangesOf(header: string | undefined, size: number): readonly ByteRange[] | null {
  const [, list] = /^bytes=(.*)$/i.exec(header ?? '') ?? []
  const specs = list?.split(',').map((one) => /^\s*(\d{0,15})-(\d{0,15})\s*$/.exec(one)) ?? []
  if (specs.length === 0 || specs.length > mostRanges) return null
  const ranges: ByteRange[] = []
  for (const spec of specs) {
    const [, first = '', last = ''] = spec ?? []
    const isMalformed = (first === '' && last === '') || (first !== '' && last !== '' && +first > +last)
    if (isMalformed) return null
    const start = first === '' ? Math.max(0, size - +last) : +first
    const end = first === '' || last === '' ? size - 1 : Math.min(+last, size - 1)
    if (start <= end) join(ranges, { start, end })
  }
  return ranges
}

const contentRange = ({ start, end }: ByteRange, size: number): string => `bytes ${start}-${end}/${size}`

/** Adds a part, merged with those it touches: no byte is sent twice, however often it is requested. */
function join(ranges: ByteRange[], added: ByteRange): void {
  const touching = ranges.filter(({ start, end }) => start <= added.end + 1 && added.start <= end + 1)
  const [first] = touching
  if (first === undefined) {
    ranges.push(added)
    return
  }
  const whole = {
    start: Math.min(added.start, ...touching.map(({ start }) => start)),
    end: Math.max(added.end, ...touching.map(({ end }) => end)),
  }
  ranges[ranges.indexOf(first)] = whole
  for (const other of touching.slice(1)) ranges.splice(ranges.indexOf(other), 1)
}

/** The properties of a file that conditional headers refer to. */
interface Representation {
  etag: string
  lastModified: Date
}

/**
 * Whether the preconditions hold (RFC 9110, 13.1.1 and 13.1.4: tags are compared strongly, and dates are ignored if
 * tags are present).
 */
function isWanted(headers: IncomingHttpHeaders, { etag, lastModified }: Representation): boolean {
  const tags = headers['if-match']
  if (tags !== undefined) return tags.split(',').some((tag) => ['*', etag].includes(tag.trim()))
  const since = Date.parse(headers['if-unmodified-since'] ?? '')
  // An invalid date has no effect.
  return Number.isNaN(since) || toSeconds(lastModified) <= since
}

/** Whether the client already has the file (RFC 9110, 13.2.2: dates are ignored if tags are present). */
function isKnown(headers: IncomingHttpHeaders, { etag, lastModified }: Representation): boolean {
  const tags = headers['if-none-match']
  if (tags !== undefined) return hasETag(tags, etag)
  const since = Date.parse(headers['if-modified-since'] ?? '')
  return toSeconds(lastModified) <= since
}

/**
 * Whether a range matches the parts that the client already has; otherwise it gets the whole file (RFC 9110, 13.1.5).
 */
function isSame(ifRange: string | undefined, { etag, lastModified }: Representation): boolean {
  if (ifRange === undefined) return true
  return ifRange.startsWith('"') ? ifRange === etag : Date.parse(ifRange) === toSeconds(lastModified)
}

/** HTTP dates have a resolution of one second. */
const toSeconds = (date: Date): number => Math.floor(date.getTime() / 1_000) * 1_000

/** A file name always identifies the same bytes. */
const aYear = 'public, max-age=31536000, immutable'

/** Route that serves audio, as a whole or in the ranges that players request. */
export function downloadRoute(app: App, db: Db, storage: Storage): void {
  serve(app, getAudio, { attachValidation: true }, async (request, reply) => {
    // A URL of another form is not found, like one whose audio was removed.
    const audio = request.validationError ? undefined : await findAudio(db, request.params)
    if (audio === undefined) throw audioNotFound()
    return send(request, reply, audio, storage)
  })
}

function send(request: FastifyRequest, reply: FastifyReply, audio: StoredAudio, storage: Storage) {
  const { name, mimeType, bytes: size, storedAt } = audio
  const representation = { etag: `"${name.split('.')[0]}"`, lastModified: storedAt }
  const lasting = {
    etag: representation.etag,
    'last-modified': storedAt.toUTCString(),
    'cache-control': aYear,
    'accept-ranges': 'bytes',
    'x-content-type-options': 'nosniff',
  }
  if (!isWanted(request.headers, representation)) throw audioChanged()
  if (isKnown(request.headers, representation)) return reply.code(304).headers(lasting).send()

  const ifRange = request.headers['if-range']
  const isValid = typeof ifRange !== 'object' && isSame(ifRange, representation)
  const wanted = isValid ? request.headers.range : undefined
  // Ranges apply to GET only (RFC 9110, 14.2).
  const ranges = request.method === 'GET' ? rangesOf(wanted, size) : null
  const read = (range: ByteRange) => storage.read(name, range)
  if (ranges === null) {
    const head = { ...lasting, 'content-type': mimeType, 'content-length': size }
    // Fastify keeps the given Content-Length of a HEAD response only if the body is a stream.
    if (request.method === 'HEAD') return reply.headers(head).send(Readable.from([]))
    return stream(reply.code(200), head, read({ start: 0, end: size - 1 }))
  }
  const [first, ...others] = ranges
  if (first === undefined) throw unsatisfiable(reply, size)
  if (others.length === 0) {
    const part = {
      'content-type': mimeType,
      'content-length': first.end - first.start + 1,
      'content-range': contentRange(first, size),
    }
    return stream(reply.code(206), { ...lasting, ...part }, read(first))
  }
  const body = multipartBody(ranges, { mimeType, size, read })
  const parts = { 'content-type': body.contentType, 'content-length': body.contentLength }
  return stream(reply.code(206), { ...lasting, ...parts }, Promise.resolve(body.open()))
}

/** Sets the headers after the file was opened: an error must not be cached for a year. */
const stream = async (
  reply: FastifyReply,
  head: Record<string, string | number>,
  body: Promise<Readable>,
) => {
  const opened = await body
  return reply.headers(head).send(opened)
}

function unsatisfiable(reply: FastifyReply, size: number): DomainError {
  reply.headers({ 'content-range': `bytes */${size}`, 'cache-control': 'no-store' })
  return new DomainError({
    kind: 'unsatisfiable',
    code: 'range_not_satisfiable',
    message: 'The requested range is outside the file',
  })
}

interface Source {
  mimeType: string
  size: number
  read(range: ByteRange): Promise<Readable>
}

/** Several ranges in one body (RFC 9110, 14.6): its length and type are known before anything is read. */
function multipartBody(ranges: readonly ByteRange[], { mimeType, size, read }: Source) {
  const boundary = randomUUID()
  const heads = ranges.map(
    (range) =>
      `\r\n--${boundary}\r\ncontent-type: ${mimeType}\r\ncontent-range: ${contentRange(range, size)}\r\n\r\n`,
  )
  const tail = `\r\n--${boundary}--\r\n`
  const lengths = ranges.map(({ start, end }) => end - start + 1)
  async function* body() {
    for (const [index, range] of ranges.entries()) {
      yield Buffer.from(heads[index] ?? '')
      yield* await read(range)
    }
    yield Buffer.from(tail)
  }
  return {
    contentType: `multipart/byteranges; boundary=${boundary}`,
    contentLength: lengths.reduce((sum, length) => sum + length, heads.join('').length + tail.length),
    open: () => Readable.from(body(), { objectMode: false }),
  }
}
