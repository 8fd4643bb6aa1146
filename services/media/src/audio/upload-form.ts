import multipart, { type MultipartValue } from '@fastify/multipart'
import { AUDIO_MAX_BYTES, type AudioType, audioType, DomainError } from '@rehearse/contracts'
import type { App } from '@rehearse/service-kit'
import type { FastifyRequest } from 'fastify'
import type { StagedFile, Staging } from '../storage/staging.ts'
import { fileMissing, questionIdMissing, typeInvalid } from './errors.ts'

export interface AudioForm {
  questionId: string
  type: AudioType
  file: StagedFile
}

declare module 'fastify' {
  interface FastifyRequest {
    /** What the form says that it uploads, as soon as it has said so. */
    audioType: AudioType | undefined
  }
}

/** Form fields beside the file: far more than there are, far fewer than would hurt. The staging counts the file itself. */
const limits = { fileSize: AUDIO_MAX_BYTES + 1, files: 1, fields: 10, fieldSize: 200, parts: 11 }

export async function installForms(app: App): Promise<void> {
  await app.register(multipart, { limits, throwFileSizeLimit: false })
  app.decorateRequest('audioType', undefined)
}

/**
 * Reads an upload's form, fields and file in any order. The file is the caller's to discard.
 * @throws {DomainError} invalid; unsupported, where it is no form; too-large, `audio_too_large`
 */
export async function receiveForm(request: FastifyRequest, staging: Staging): Promise<AudioForm> {
  const fields = new Map<string, unknown>()
  let file: StagedFile | undefined
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field') {
        fields.set(part.fieldname, (part as MultipartValue).value)
        request.audioType = audioType.safeParse(fields.get('type')).data
      } else if (part.fieldname === 'file') file = await staging.stage(part.file, AUDIO_MAX_BYTES)
      else part.file.resume()
    }
    return checked(fields, file)
  } catch (error) {
    // Nobody reads on; what still comes must not hold up the connection.
    request.raw.unpipe()
    request.raw.resume()
    await file?.discard()
    throw error instanceof DomainError || isRefusal(error) ? error : brokenForm(error)
  }
}

function checked(fields: ReadonlyMap<string, unknown>, file: StagedFile | undefined): AudioForm {
  const questionId = fields.get('questionId')
  const type = audioType.safeParse(fields.get('type'))
  if (typeof questionId !== 'string' || questionId.trim() === '') throw questionIdMissing()
  if (file === undefined) throw fileMissing()
  if (!type.success) throw typeInvalid()
  return { questionId: questionId.trim(), type: type.data, file }
}

/** The parser's own, or a fault of the disk: it says itself what it is. */
const isRefusal = (error: unknown): boolean =>
  error instanceof Error && ('statusCode' in error || 'syscall' in error)

/** What the parser stumbled over without saying whose fault it is: a form is the sender's. */
const brokenForm = (cause: unknown) =>
  new DomainError({
    kind: 'invalid',
    code: 'malformed_request',
    message: 'The request is malformed',
    cause,
  })
