import type { PushSubscriptionInput } from '@rehearse/contracts'
import type { FastifyBaseLogger } from 'fastify'
import webPush from 'web-push'
import type { PushConfig } from '../config.ts'
import type { Letter } from '../email/letter.ts'
import { languageOf, letterText, pageFor } from '../email-delivery/compose-mail.ts'
import { findPreferences } from '../learners/repository.ts'
import type { Db } from '../tables.ts'
import { removeSubscription, subscriptionsOf } from './repository.ts'

/** A notification; `url` is the page it opens. */
export interface PushMessage {
  title: string
  body: string
  url: string
}

export interface Push {
  /** The key that browsers subscribe with. */
  publicKey: string
  services: readonly string[]
  /**
   * Sends a notification to all of a learner's browsers, if they allow it. Subscriptions that no longer exist are deleted;
   * other failures aren't retried, since a late notification is worth little.
   * @returns how many were delivered
   */
  pushTo(learnerId: string, message: PushMessage): Promise<number>
}

/** Milliseconds per request to a push service. */
const timeout = 10_000
/** Seconds that a push service stores a message for an offline device. */
const timeToLive = 12 * 60 * 60

/** Messages to browsers by Web Push (RFC 8030, 8291, 8292); null if no keys are configured. */
export function createPush({ db, log }: { db: Db; log: FastifyBaseLogger }, config: PushConfig): Push | null {
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey, VAPID_SUBJECT: subject } = config
  if (publicKey === undefined || privateKey === undefined || subject === undefined) return null
  const vapidDetails = { publicKey, privateKey, subject }

  const sendOne = async (learnerId: string, subscription: PushSubscriptionInput, text: string) => {
    const { endpoint, method, headers, body } = webPush.generateRequestDetails(subscription, text, {
      vapidDetails,
      TTL: timeToLive,
    })
    const reply = await fetch(endpoint, {
      method,
      headers: headers as Record<string, string>,
      body: new Uint8Array(body),
      // A redirect could lead to a host that isn't allowed.
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

/**
 * Whether an endpoint belongs to an allowed push service.
 * @param origins such as `https://fcm.googleapis.com` or `https://*.push.apple.com`
 */
export function isAtPushService(endpoint: string, origins: readonly string[]): boolean {
  if (!URL.canParse(endpoint)) return false
  const { protocol, host, username, password } = new URL(endpoint)
  if (username !== '' || password !== '') return false
  return origins.some((origin) => {
    const [scheme, name = ''] = origin.split('//')
    if (protocol !== scheme) return false
    return name.startsWith('*.') ? host.endsWith(name.slice(1)) : host === name
  })
}

/** Shows a letter as a notification on the learner's devices, if they allow it. Never fails, since it's optional. */
export type PushNotifier = (learnerId: string, letter: Letter) => Promise<void>

/** @param push null if it isn't configured */
export function createPushNotifier({
  db,
  push,
  log,
}: {
  db: Db
  push: Push | null
  log: FastifyBaseLogger
}): PushNotifier {
  return async (learnerId, letter) => {
    if (push === null) return
    try {
      const { language, timezone } = await findPreferences(db, learnerId)
      const { subject, lines } = letterText(letter, languageOf(language), timezone)
      await push.pushTo(learnerId, { title: subject, body: lines.join('\n'), url: pageFor(letter.kind) })
    } catch (error) {
      log.warn({ err: error }, 'could not send a push notification')
    }
  }
}
