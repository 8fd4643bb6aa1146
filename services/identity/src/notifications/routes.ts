import {
  DomainError,
  messageReply,
  pushKeyReply,
  pushSubscriptionInput,
  pushSubscriptionRemoval,
} from '@rehearse/contracts'
import { type App, principalOf } from '@rehearse/service-kit'
import type { Db } from '../tables.ts'
import { isAtPushService, type Push } from './push.ts'
import { removeSubscription, storeSubscription } from './repository.ts'

const tags = ['Identity']

/** A learner's push subscriptions. */
export function pushRoutes(app: App, { db, push }: { db: Db; push: Push | null }): void {
  app.get(
    '/api/users/me/push-subscriptions',
    {
      config: { access: 'learner' },
      schema: {
        tags,
        summary: 'The key to subscribe with; null where push is not offered',
        response: { 200: pushKeyReply },
      },
    },
    async () => ({ success: true as const, publicKey: push?.publicKey ?? null }),
  )

  app.post(
    '/api/users/me/push-subscriptions',
    {
      config: { access: 'learner' },
      schema: {
        tags,
        summary: 'Send messages to this browser too; a second time changes nothing',
        body: pushSubscriptionInput,
        response: { 201: messageReply },
      },
    },
    async (request, reply) => {
      if (push === null) throw pushNotOffered()
      if (!isAtPushService(request.body.endpoint, push.services)) throw unknownPushService()
      await db.transaction().execute((trx) => storeSubscription(trx, principalOf(request).id, request.body))
      return reply.code(201).send({ success: true as const, message: 'Subscribed' })
    },
  )

  app.delete(
    '/api/users/me/push-subscriptions',
    {
      config: { access: 'learner' },
      schema: {
        tags,
        summary: 'Send no more messages to this browser',
        body: pushSubscriptionRemoval,
        response: { 200: messageReply },
      },
    },
    async (request) => {
      await removeSubscription(db, principalOf(request).id, request.body.endpoint)
      return { success: true as const, message: 'Unsubscribed' }
    },
  )
}

const pushNotOffered = () =>
  new DomainError({ kind: 'not-found', code: 'push_not_offered', message: 'Push is not offered here' })

const unknownPushService = () =>
  new DomainError({
    kind: 'invalid',
    code: 'unknown_push_service',
    message: 'This endpoint is at no push service that we send to',
    details: [{ path: 'endpoint', message: 'must be at a known push service' }],
  })
