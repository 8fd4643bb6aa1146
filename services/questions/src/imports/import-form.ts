import multipart, { type MultipartFile } from '@fastify/multipart'
import { DomainError, IMPORT_BODY_LIMIT } from '@rehearse/contracts'
import type { App } from '@rehearse/service-kit'
import type { FastifyRequest } from 'fastify'

/** The maximum number of form fields besides the file. */
const limits = { fileSize: IMPORT_BODY_LIMIT, files: 1, fields: 20, fieldSize: 1_000, parts: 21 }

export async function installMultipart(app: App): Promise<void> {
  await app.register(multipart, { limits })
}

/**
 * A `preValidation` hook that turns a form with a file into the route's JSON body, so that one schema validates both.
 */
export async function formAsJson(request: FastifyRequest): Promise<void> {
  if (!request.isMultipart()) return
  const body = await readForm(request)
  if (body.content === undefined) throw noFile()
  request.body = body
}

async function readForm(request: FastifyRequest): Promise<Record<string, unknown>> {
  const body: Record<string, unknown> = {}
  try {
    for await (const part of request.parts()) {
      if (part.type === 'file') Object.assign(body, await readFile(part))
      else body[part.fieldname] = fieldValue(part.value)
    }
    return body
  } catch (error) {
    throw error instanceof Error && 'statusCode' in error ? error : brokenForm(error)
  }
}

async function readFile(part: MultipartFile) {
  const bytes = await part.toBuffer()
  return { content: decode(bytes), ...(part.filename && { fileName: part.filename }) }
}

/** Form fields are strings: an empty one counts as missing. */
function fieldValue(value: unknown): unknown {
  if (value === '') return undefined
  return value === 'true' || value === 'false' ? value === 'true' : value
}

/** Decodes UTF-8, or UTF-16 with a byte order mark, which is removed. */
function decode(bytes: Buffer): string {
  const isUtf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)
  const encoding = isUtf16 ? (bytes[0] === 0xff ? 'utf-16le' : 'utf-16be') : 'utf-8'
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch (cause) {
    throw new DomainError({
      kind: 'invalid',
      code: 'unreadable_source',
      message: 'The file is not text in UTF-8',
      cause,
    })
  }
}

/** A parser error without a status means a malformed form: 400. */
const brokenForm = (cause: unknown) =>
  cause instanceof DomainError
    ? cause
    : new DomainError({
        kind: 'invalid',
        code: 'malformed_request',
        message: 'The request is malformed',
        cause,
      })

const noFile = () =>
  new DomainError({
    kind: 'invalid',
    code: 'file_required',
    message: 'A file is required',
    details: [{ path: 'file', message: 'is missing' }],
  })
