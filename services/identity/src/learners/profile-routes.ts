import {
  BODY_LIMIT,
  preferencesInput,
  preferencesReply,
  profileInput,
  profileReply,
} from '@rehearse/contracts'
import { type App, principalOf } from '@rehearse/service-kit'
import { bodyMayBeMissing } from '../sessions/body-may-be-missing.ts'
import type { Db } from '../tables.ts'
import { changePreferences } from './change-preferences.ts'
import { changeProfile } from './change-profile.ts'
import { findPreferences } from './preferences-repository.ts'
import { profileOfLearner } from './profile-of-learner.ts'

const tags = ['Identity']

/** A learner's own profile and preferences. */
export function profileRoutes(app: App, { db }: { db: Db }): void {
  app.get(
    '/api/users/me',
    {
      config: { access: 'learner' },
      schema: { tags, summary: 'One’s own profile', response: { 200: profileReply } },
    },
    async (request) => {
      const uid = principalOf(request).id
      return { success: true as const, user: await profileOfLearner(db, uid) }
    },
  )

  app.patch(
    '/api/users/me',
    {
      config: { access: 'learner' },
      preValidation: bodyMayBeMissing,
      schema: {
        tags,
        summary: 'Change one’s own profile; what is left out stays',
        body: profileInput,
        response: { 200: profileReply },
      },
    },
    async (request) => {
      const uid = principalOf(request).id
      await changeProfile(db, uid, request.body)
      return { success: true as const, user: await profileOfLearner(db, uid) }
    },
  )

  app.get(
    '/api/users/me/preferences',
    {
      config: { access: 'learner' },
      schema: { tags, summary: 'One’s own preferences', response: { 200: preferencesReply } },
    },
    async (request) => {
      const uid = principalOf(request).id
      return { success: true as const, preferences: await findPreferences(db, uid) }
    },
  )

  app.put(
    '/api/users/me/preferences',
    {
      config: { access: 'learner' },
      bodyLimit: BODY_LIMIT,
      preValidation: bodyMayBeMissing,
      schema: {
        tags,
        summary: 'Replace one’s own preferences; what is left out goes back to its default',
        body: preferencesInput,
        response: { 200: preferencesReply },
      },
    },
    async (request) => {
      const uid = principalOf(request).id
      const preferences = await db
        .transaction()
        .execute((trx) => changePreferences(trx, uid, () => request.body))
      return { success: true as const, preferences }
    },
  )
}
