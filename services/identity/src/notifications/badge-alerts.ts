import { type BadgeEarnedMessage, badgeEarned } from '@rehearse/contracts'
import { type Backend, deduplicate } from '@rehearse/service-kit'
import type { Letter } from '../email/letter.ts'
import { queueMail } from '../email/repository.ts'
import { findLearner, findPreferences } from '../learners/repository.ts'
import type { Tables, Trx } from '../tables.ts'
import type { PushNotifier } from './push.ts'

const name = 'identity-badge-alerts'
/** Milliseconds. Older badges, such as from a replay of the log, aren't announced. */
const ALERT_AGE_MAX = 24 * 60 * 60 * 1000
const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Announces earned badges by mail and push. */
export function consumeBadgeEvents(
  { consume }: Pick<Backend<Tables>, 'consume'>,
  notify: PushNotifier,
): void {
  consume<BadgeEarnedMessage>({
    name,
    schema: badgeEarned,
    handle: async (messages, trx) => {
      const fresh = await deduplicate(trx, name, messages)
      for (const [learnerId, titles] of titlesByLearner(fresh)) {
        const letter: Letter = { kind: 'badges', titles }
        // Not awaited: a slow push service must not hold up the transaction.
        if (await queueAlert(trx, learnerId, letter)) void notify(learnerId, letter)
      }
    },
  })
}

/** @returns whether the learner wants badge alerts */
async function queueAlert(trx: Trx, learnerId: string, letter: Letter): Promise<boolean> {
  const learner = await findLearner(trx, learnerId)
  if (learner === undefined) return false
  const { notifications } = await findPreferences(trx, learnerId)
  if (!notifications.achievementAlerts) return false
  if (notifications.email && learner.is_email_verified) {
    await queueMail(trx, { learnerId, recipient: learner.email, letter })
  }
  return true
}

function titlesByLearner(messages: readonly BadgeEarnedMessage[]): Map<string, string[]> {
  const titles = new Map<string, string[]>()
  for (const { data } of messages) {
    if (!uuid.test(data.learnerId) || Date.now() - Date.parse(data.earnedAt) > ALERT_AGE_MAX) continue
    titles.set(data.learnerId, [...(titles.get(data.learnerId) ?? []), data.title])
  }
  return titles
}
