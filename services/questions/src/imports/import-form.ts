import multipart from '@fastify/multipart'
import { DomainError, decodeText, IMPORT_BODY_LIMIT, TEXT_ENCODINGS } from '@rehearse/contracts'
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
  let bytes: Buffer | undefined
  try {
    for await (const part of request.parts()) {
      if (part.type === 'file') {
        bytes = await part.toBuffer()
        if (part.filename) body.fileName = part.filename
      } else body[part.fieldname] = fieldValue(part.value)
    }
  } catch (error) {
    throw error instanceof Error && 'statusCode' in error ? error : brokenForm(error)
  }
  // The encoding may come after the file.
  return bytes === undefined ? body : { ...body, content: contentOf(bytes, body.encoding) }
}

/** Form fields are strings: an empty one counts as missing. */
function fieldValue(value: unknown): unknown {
  if (value === '') return undefined
  return value === 'true' || value === 'false' ? value === 'true' : value
}

/** An unknown encoding is left to the schema. */
function contentOf(bytes: Buffer, named: unknown): string {
  const encoding = TEXT_ENCODINGS.find((one) => one === named)
  const text = decodeText(bytes, encoding)
  if (text !== undefined) return text
  const choice = `The field "encoding" names another encoding: ${TEXT_ENCODINGS.join(', ')}`
  throw new DomainError({
    kind: 'invalid',
    code: 'unreadable_source',
    message: `The file is not text in ${encoding ?? 'UTF-8'}. ${choice}`,
    details: [{ path: 'encoding', message: `must be one of ${TEXT_ENCODINGS.join(', ')}` }],
  })
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
