import { addPushSubscription, DomainError, getPushKey, removePushSubscription } from '@rehearse/contracts'
import { type App, principalOf, serve } from '@rehearse/service-kit'
import type { Db } from '../tables.ts'
import { isAtPushService, type Push } from './push.ts'
import { removeSubscription, storeSubscription } from './repository.ts'

/** Routes of a learner's push subscriptions. */
export function pushRoutes(app: App, { db, push }: { db: Db; push: Push | null }): void {
  serve(app, getPushKey, async () => ({ success: true as const, publicKey: push?.publicKey ?? null }))

  serve(app, addPushSubscription, async (request, reply) => {
    if (push === null) throw pushNotOffered()
    if (!isAtPushService(request.body.endpoint, push.services)) throw unknownPushService()
    await db.transaction().execute((trx) => storeSubscription(trx, principalOf(request).id, request.body))
    return reply.code(201).send({ success: true as const, message: 'Subscribed' })
  })

  serve(app, removePushSubscription, async (request) => {
    await removeSubscription(db, principalOf(request).id, request.body.endpoint)
    return { success: true as const, message: 'Unsubscribed' }
  })
}

const pushNotOffered = () =>
  new DomainError({
    kind: 'not-found',
    code: 'push_not_offered',
    message: 'Push notifications are not available here',
  })

const unknownPushService = () =>
  new DomainError({
    kind: 'invalid',
    code: 'unknown_push_service',
    message: 'This push service is not supported',
    details: [{ path: 'endpoint', message: 'must belong to a supported push service' }],
  })
