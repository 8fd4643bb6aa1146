import { AUDIO_MAX_BYTES, type AudioType, audioType, deleteAudio, uploadAudio } from '@rehearse/contracts'
import { type App, principalOf, serve } from '@rehearse/service-kit'
import type { FastifyRequest } from 'fastify'
import { receiveForm, rejectLargeForm } from '../storage/receive-form.ts'
import type { StagedFile, Staging } from '../storage/staging.ts'
import { type AudioServices, attachAudio, detachAudio } from './attach-audio.ts'
import { downloadRoute } from './download-route.ts'
import { audioTooLarge, fileMissing, questionIdMissing, typeInvalid } from './errors.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The `type` field of an upload form, once it has arrived. */
    audioType: AudioType | undefined
  }
}

/** Routes that upload, serve and delete the audio of a question. */
export function audioRoutes(app: App, services: AudioServices, staging: Staging): void {
  app.decorateRequest('audioType', undefined)
  uploadRoute(app, services, staging)
  deleteRoute(app, services)
  downloadRoute(app, services.db, services.storage)
}

const audioLimit = { bytes: AUDIO_MAX_BYTES, exceeded: audioTooLarge }

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
      preParsing: rejectLargeForm(audioLimit),
      attachValidation: true,
    },
    async (request) => {
      if (request.validationError?.validationContext === 'headers') throw request.validationError
      const { file, ...wanted } = await receiveAudio(request, staging)
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

function deleteRoute(app: App, services: AudioServices): void {
  serve(app, deleteAudio, { failureMessage: 'Failed to delete audio file' }, async (request) => {
    await detachAudio(services, {
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
 * Reads an upload's form. The caller discards the file.
 * @throws {DomainError} as `receiveForm` does; too-large, `audio_too_large`; invalid, if a field is missing
 */
async function receiveAudio(request: FastifyRequest, staging: Staging): Promise<AudioForm> {
  const { fields, file } = await receiveForm(request, staging, {
    limit: audioLimit,
    onField: (name, value) => {
      if (name === 'type') request.audioType = audioType.safeParse(value).data
    },
  })
  try {
    return checked(fields, file)
  } catch (error) {
    await file?.discard()
    throw error
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
