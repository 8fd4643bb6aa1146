import type { Readable } from 'node:stream'
import { audioParams, DomainError } from '@rehearse/contracts'
import type { App } from '@rehearse/service-kit'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { findAudio, type StoredAudio } from '../audio/attachment-repository.ts'
import { audioChanged, audioNotFound } from '../audio/refusals.ts'
import type { Db } from '../db/tables.ts'
import type { Storage } from '../storage/storage.ts'
import { multipartBody } from './byteranges.ts'
import { type ByteRange, contentRange, rangesOf } from './ranges.ts'
import { isKnown, isSame, isWanted } from './representation.ts'

/** A name stands for the same bytes for ever. */
const aYear = 'public, max-age=31536000, immutable'

/** Plays audio: the whole or parts of it, as players ask for them. */
export function downloadRoute(app: App, db: Db, storage: Storage): void {
  for (const method of ['GET', 'HEAD'] as const) {
    app.route({
      method,
      url: '/api/audio/:questionId/:type/:name',
      exposeHeadRoute: false,
      config: { access: 'anyone' },
      schema: {
        tags: ['media'],
        summary: 'Read the audio of a question or of its answer',
        params: audioParams,
        hide: method === 'HEAD',
      },
      attachValidation: true,
      handler: async (request, reply) => {
        // An address of another shape names nothing, like one whose audio is gone.
        const audio = request.validationError ? undefined : await findAudio(db, request.params)
        if (audio === undefined) throw audioNotFound()
        return send(request, reply, audio, storage)
      },
    })
  }
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
  // Parts are for GET alone (RFC 9110, 14.2).
  const ranges = request.method === 'GET' ? rangesOf(wanted, size) : null
  const read = (range: ByteRange) => storage.read(name, range)
  if (ranges === null) {
    const head = { ...lasting, 'content-type': mimeType, 'content-length': size }
    if (request.method === 'HEAD') return reply.headers(head).send()
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

/** Says what the reply is once there is something to send: a failure must not be kept for as long. */
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
    message: 'The file has no such part',
  })
}
