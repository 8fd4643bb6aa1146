import type { PushSubscriptionInput } from '@rehearse/contracts'
import type { FastifyBaseLogger } from 'fastify'
import webPush from 'web-push'
import { findPreferences } from '../learners/preferences-repository.ts'
import type { Db } from '../tables.ts'
import type { PushConfig } from './push-config.ts'
import { removeSubscription, subscriptionsOf } from './push-subscription-repository.ts'

/** What a device shows; `url` is the page that opens. */
export interface PushMessage {
  title: string
  body: string
  url: string
}

export interface Push {
  /** What browsers subscribe with. */
  publicKey: string
  services: readonly string[]
  /**
   * Sends a message to all of a learner's browsers, unless they want none. What a push service has no use for any more
   * is forgotten; one that fails otherwise is left alone, for a message that comes late is worth little.
   * @returns how many took it
   */
  pushTo(learnerId: string, message: PushMessage): Promise<number>
}

/** Milliseconds that a push service may take. */
const timeout = 10_000
/** Seconds that a push service keeps a message for a device that is off. */
const keptFor = 12 * 60 * 60

/** Messages to browsers by Web Push (RFC 8030, 8291, 8292); null where no keys are configured: then it isn't offered. */
export function createPush({ db, log }: { db: Db; log: FastifyBaseLogger }, config: PushConfig): Push | null {
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey, VAPID_SUBJECT: subject } = config
  if (publicKey === undefined || privateKey === undefined || subject === undefined) return null
  const vapidDetails = { publicKey, privateKey, subject }

  const sendOne = async (learnerId: string, subscription: PushSubscriptionInput, text: string) => {
    const { endpoint, method, headers, body } = webPush.generateRequestDetails(subscription, text, {
      vapidDetails,
      TTL: keptFor,
    })
    const reply = await fetch(endpoint, {
      method,
      headers: headers as Record<string, string>,
      body: new Uint8Array(body),
      // Elsewhere than where we agreed to send, we don't.
      redirect: 'error',
      signal: AbortSignal.timeout(timeout),
    })
    await reply.body?.cancel()
    if (reply.status === 404 || reply.status === 410) await removeSubscription(db, learnerId, endpoint)
    else if (!reply.ok)
      log.warn({ status: reply.status, service: new URL(endpoint).host }, 'push was refused')
    return reply.ok
  }

  return {
    publicKey,
    services: config.PUSH_SERVICES,
    async pushTo(learnerId, message) {
      const { notifications } = await findPreferences(db, learnerId)
      if (!notifications.push) return 0
      const text = JSON.stringify(message)
      const sent = await Promise.all(
        (await subscriptionsOf(db, learnerId)).map((subscription) =>
          sendOne(learnerId, subscription, text).catch((error: unknown) => {
            log.warn({ err: error }, 'push service not reached')
            return false
          }),
        ),
      )
      return sent.filter(Boolean).length
    },
  }
}
