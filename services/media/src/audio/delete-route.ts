import { audioDeletion, audioDeletionReply, repeatableHeaders } from '@rehearse/contracts'
import { type App, principalOf } from '@rehearse/service-kit'
import type { Db } from '../tables.ts'
import { detachAudio } from './detach-audio.ts'

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
