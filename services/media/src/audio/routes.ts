import multipart, { type MultipartValue } from '@fastify/multipart'
import {
  AUDIO_MAX_BYTES,
  type AudioType,
  audioType,
  DomainError,
  deleteAudio,
  UPLOAD_BODY_LIMIT,
  uploadAudio,
} from '@rehearse/contracts'
import { type App, principalOf, serve } from '@rehearse/service-kit'
import type { FastifyRequest } from 'fastify'
import { fileTooLarge, type StagedFile, type Staging } from '../storage/staging.ts'
import type { Db } from '../tables.ts'
import { type AudioServices, attachAudio, detachAudio } from './attach-audio.ts'
import { downloadRoute } from './download-route.ts'
import { fileMissing, questionIdMissing, typeInvalid } from './errors.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The `type` field of an upload form, once it has arrived. */
    audioType: AudioType | undefined
  }
}

/** Routes that upload, serve and delete the audio of a question. */
export async function audioRoutes(app: App, services: AudioServices, staging: Staging): Promise<void> {
  await installForms(app)
  uploadRoute(app, services, staging)
  deleteRoute(app, services.db)
  downloadRoute(app, services.db, services.storage)
}

/**
 * Limit on form fields besides the file: well above what the form has, well below what would hurt. The staging area
 * checks the file's size.
 */
const limits = { fileSize: AUDIO_MAX_BYTES + 1, files: 1, fields: 10, fieldSize: 200, parts: 11 }

async function installForms(app: App): Promise<void> {
  await app.register(multipart, { limits, throwFileSizeLimit: false })
  app.decorateRequest('audioType', undefined)
}

const succeeded: Readonly<Record<AudioType, string>> = {
  question: 'Question audio uploaded successfully!',
  answer: 'Answer audio uploaded successfully!',
}
const failed: Readonly<Record<AudioType, string>> = {
  question: 'Failed to upload question audio',
  answer: 'Failed to upload answer audio',
}

function uploadRoute(app: App, services: AudioServices, staging: Staging): void {
  serve(
    app,
    uploadAudio,
    {
      failureMessage: ({ audioType }) => (audioType ? failed[audioType] : 'Failed to upload audio'),
      preParsing: async (request, _reply, payload) => {
        if (Number(request.headers['content-length'] ?? 0) > UPLOAD_BODY_LIMIT) throw fileTooLarge()
        return payload
      },
      attachValidation: true,
    },
    async (request) => {
      if (request.validationError?.validationContext === 'headers') throw request.validationError
      if (!request.isMultipart()) throw notAForm()
      const { file, ...wanted } = await receiveForm(request, staging)
      try {
        const actor = principalOf(request).id
        const key = request.headers['idempotency-key']
        const url = await attachAudio(services, { ...wanted, file, actor, key })
        return { success: true as const, url, message: succeeded[wanted.type] }
      } finally {
        await file.discard()
      }
    },
  )
}

function deleteRoute(app: App, db: Db): void {
  serve(app, deleteAudio, { failureMessage: 'Failed to delete audio file' }, async (request) => {
    await detachAudio(db, {
      url: request.body.audioUrl,
      actor: principalOf(request).id,
      key: request.headers['idempotency-key'],
    })
    return { success: true as const, message: 'Audio file deleted successfully!' }
  })
}

interface AudioForm {
  questionId: string
  type: AudioType
  file: StagedFile
}

/**
 * Reads an upload's form, with its fields and file in any order. The caller discards the file.
 * @throws {DomainError} invalid; unsupported, if it isn't a form; too-large, `audio_too_large`
 */
async function receiveForm(request: FastifyRequest, staging: Staging): Promise<AudioForm> {
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
    // The rest of the body is discarded, so that it doesn't block the connection.
    request.raw.unpipe()
    request.raw.resume()
    await file?.discard()
    throw error instanceof DomainError || isRejection(error) ? error : brokenForm(error)
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
