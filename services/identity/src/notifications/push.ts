import type { PushSubscriptionInput } from '@rehearse/contracts'
import type { FastifyBaseLogger } from 'fastify'
import webPush from 'web-push'
import type { PushConfig } from '../config.ts'
import { languageOf, pageAbout, sayLetter } from '../email/compose-mail.ts'
import type { Letter } from '../email/letter.ts'
import { findPreferences } from '../learners/repository.ts'
import type { Db } from '../tables.ts'
import { removeSubscription, subscriptionsOf } from './repository.ts'

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

/**
 * Whether an endpoint is at one of the services that we send to.
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

/** Shows on a learner's devices, where they allow it, what they also get by mail. Never fails: it is an extra. */
export type Tell = (learnerId: string, letter: Letter) => Promise<void>

/** @param push null where it is not offered */
export function tellByPush({ db, push, log }: { db: Db; push: Push | null; log: FastifyBaseLogger }): Tell {
  return async (learnerId, letter) => {
    if (push === null) return
    try {
      const { language, timezone } = await findPreferences(db, learnerId)
      const { subject, lines } = sayLetter(letter, languageOf(language), timezone)
      await push.pushTo(learnerId, { title: subject, body: lines.join('\n'), url: pageAbout(letter.kind) })
    } catch (error) {
      log.warn({ err: error }, 'could not tell a learner by push')
    }
  }
}
