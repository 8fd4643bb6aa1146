import { type ImageUsesReply, imageUsesRequest, imageUsesSubject } from '@rehearse/contracts'
import { answerRequests, type Backend } from '@rehearse/service-kit'
import type { Tables } from '../tables.ts'
import { findImageUses } from './repository.ts'

/** Tells media where images appear: it doesn't delete those that something uses. */
export function serveImageUses(backend: Backend<Tables>): void {
  const { db } = backend.database
  answerRequests(backend, {
    subject: imageUsesSubject,
    name: 'image uses',
    answer: async (request): Promise<ImageUsesReply> => ({
      uses: await findImageUses(db, imageUsesRequest.parse(request).ids),
    }),
  })
}
