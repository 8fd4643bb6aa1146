import multipart, { type MultipartValue } from '@fastify/multipart'
import { DomainError, UPLOAD_BODY_LIMIT } from '@rehearse/contracts'
import type { App } from '@rehearse/service-kit'
import type { FastifyRequest, preParsingAsyncHookHandler } from 'fastify'
import type { SizeLimit, StagedFile, Staging } from './staging.ts'

/**
 * Limits on form fields besides the file: well above what a form has, well below what would hurt. The staging area
 * checks the file's size.
 */
const limits = { fileSize: UPLOAD_BODY_LIMIT, files: 1, fields: 10, fieldSize: 2_000, parts: 11 }

export async function installForms(app: App): Promise<void> {
  await app.register(multipart, { limits, throwFileSizeLimit: false })
}

export interface ReceivedForm {
  fields: ReadonlyMap<string, unknown>
  /** The file in the field `file`. The caller discards it. */
  file: StagedFile | undefined
  /** The name that the client gave the file; empty without one. */
  fileName: string
}

/** Rejects a form that is announced as too large, before any of it is read. */
export const rejectLargeForm =
  ({ exceeded }: SizeLimit): preParsingAsyncHookHandler =>
  async (request, _reply, payload) => {
    if (Number(request.headers['content-length'] ?? 0) > UPLOAD_BODY_LIMIT) throw exceeded()
    return payload
  }

/**
 * Reads an upload's form, with its fields and file in any order.
 * @throws {DomainError} invalid, `malformed_request`; unsupported, if it isn't a form; `limit.exceeded`
 */
export async function receiveForm(
  request: FastifyRequest,
  staging: Staging,
  { limit, onField }: { limit: SizeLimit; onField?: (name: string, value: unknown) => void },
): Promise<ReceivedForm> {
  if (!request.isMultipart()) throw notAForm()
  const fields = new Map<string, unknown>()
  let file: StagedFile | undefined
  let fileName = ''
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field') {
        const { value } = part as MultipartValue
        fields.set(part.fieldname, value)
        onField?.(part.fieldname, value)
      } else if (part.fieldname === 'file') {
        fileName = part.filename ?? ''
        file = await staging.stage(part.file, limit)
      } else part.file.resume()
    }
    return { fields, file, fileName }
  } catch (error) {
    // The rest of the body is discarded, so that it doesn't block the connection.
    request.raw.unpipe()
    request.raw.resume()
    await file?.discard()
    throw error instanceof DomainError || isRejection(error) ? error : brokenForm(error)
  }
}

/** A rejection, as opposed to an error of the parser or the disk, which has its own status. */
const isRejection = (error: unknown): boolean =>
  error instanceof Error && ('statusCode' in error || 'syscall' in error)

/** A parser error without a status means a malformed form: 400. */
const brokenForm = (cause: unknown) =>
  new DomainError({
    kind: 'invalid',
    code: 'malformed_request',
    message: 'The request is malformed',
    cause,
  })

const notAForm = () =>
  new DomainError({
    kind: 'unsupported',
    code: 'unsupported_media_type',
    message: 'This media type is not supported',
  })
