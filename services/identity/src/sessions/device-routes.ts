import { deviceSessionsReply, messageReply, otherSessionsEndedReply, uuid } from '@rehearse/contracts'
import { type App, principalOf } from '@rehearse/service-kit'
import { z } from 'zod'
import type { Db } from '../tables.ts'
import { clearLearnerCookies } from './cookies.ts'
import { endDevice } from './end-device.ts'
import { endSessionsOf } from './end-session.ts'
import { listDevices } from './list-devices.ts'

const tags = ['Identity']
const address = '/api/auth/sessions'

/** The devices that a learner is signed in on. */
export function deviceRoutes(app: App, db: Db): void {
  app.get(
    address,
    {
      config: { access: 'learner' },
      schema: {
        tags,
        summary: 'The devices one is signed in on, the last used first',
        response: { 200: deviceSessionsReply },
      },
    },
    async (request) => {
      const data = await listDevices(db, principalOf(request))
      return { success: true as const, data, count: data.length }
    },
  )

  app.delete(
    address,
    {
      config: { access: 'learner' },
      schema: {
        tags,
        summary: 'Sign out on all other devices',
        response: { 200: otherSessionsEndedReply },
      },
    },
    async (request) => {
      const { id, sessionId } = principalOf(request)
      const others = { kind: 'learner', subjectId: id, except: sessionId } as const
      const ended = await db.transaction().execute((trx) => endSessionsOf(trx, others, 'ended-elsewhere'))
      return { success: true as const, ended, message: 'Signed out on all other devices' }
    },
  )

  app.delete(
    `${address}/:id`,
    {
      config: { access: 'learner' },
      schema: {
        tags,
        summary: 'Sign out on one device',
        params: z.object({ id: uuid }),
        response: { 200: messageReply },
      },
    },
    async (request, reply) => {
      const learner = principalOf(request)
      await endDevice(db, learner, request.params.id)
      if (request.params.id === learner.sessionId) clearLearnerCookies(reply)
      return { success: true as const, message: 'Signed out on that device' }
    },
  )
}
