import {
  type AudioType,
  audioDeletion,
  audioDeletionReply,
  audioUploadReply,
  DomainError,
  repeatableHeaders,
  UPLOAD_BODY_LIMIT,
} from '@rehearse/contracts'
import { type App, principalOf } from '@rehearse/service-kit'
import { z } from 'zod'
import type { Staging } from '../storage/staging.ts'
import type { Db } from '../tables.ts'
import { attachAudio, type Keeping } from './attach-audio.ts'
import { detachAudio } from './detach-audio.ts'
import { fileTooLarge } from './errors.ts'
import { receiveForm } from './upload-form.ts'

/** As it is documented; what comes is read as it streams by, never as a value. */
const form = z.object({
  file: z
    .string()
    .meta({ format: 'binary', description: 'MP3, WAV, OGG, M4A, AAC or WebM, up to 10,485,760 bytes' }),
  questionId: z.string(),
  type: z.enum(['question', 'answer']),
})

const succeeded: Readonly<Record<AudioType, string>> = {
  question: 'Question audio uploaded successfully!',
  answer: 'Answer audio uploaded successfully!',
}
const failed: Readonly<Record<AudioType, string>> = {
  question: 'Failed to upload question audio',
  answer: 'Failed to upload answer audio',
}

export function uploadRoute(app: App, keeping: Keeping, staging: Staging): void {
  app.post(
    '/api/audio/upload',
    {
      config: {
        access: 'admin',
        failureMessage: ({ audioType }) => (audioType ? failed[audioType] : 'Failed to upload audio'),
      },
      bodyLimit: UPLOAD_BODY_LIMIT,
      preParsing: async (request, _reply, payload) => {
        if (Number(request.headers['content-length'] ?? 0) > UPLOAD_BODY_LIMIT) throw fileTooLarge()
        return payload
      },
      attachValidation: true,
      schema: {
        tags: ['media'],
        summary: 'Upload the audio of a question or of its answer',
        consumes: ['multipart/form-data'],
        headers: repeatableHeaders,
        body: form,
        response: { 200: audioUploadReply },
      },
    },
    async (request) => {
      if (request.validationError?.validationContext === 'headers') throw request.validationError
      if (!request.isMultipart()) throw notAForm()
      const { file, ...wanted } = await receiveForm(request, staging)
      try {
        const actor = principalOf(request).id
        const key = request.headers['idempotency-key']
        const url = await attachAudio(keeping, { ...wanted, file, actor, key })
        return { success: true as const, url, message: succeeded[wanted.type] }
      } finally {
        await file.discard()
      }
    },
  )
}

const notAForm = () =>
  new DomainError({
    kind: 'unsupported',
    code: 'unsupported_media_type',
    message: 'This media type is not supported',
  })

export function deleteRoute(app: App, db: Db): void {
  app.delete(
    '/api/audio/upload',
    {
      config: { access: 'admin', failureMessage: 'Failed to delete audio file' },
      schema: {
        tags: ['media'],
        summary: 'Take the audio away from a question',
        headers: repeatableHeaders,
        body: audioDeletion,
        response: { 200: audioDeletionReply },
      },
    },
    async (request) => {
      await detachAudio(db, {
        url: request.body.audioUrl,
        actor: principalOf(request).id,
        key: request.headers['idempotency-key'],
      })
      return { success: true as const, message: 'Audio file deleted successfully!' }
    },
  )
}
