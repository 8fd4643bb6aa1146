import { featureMessages } from '../i18n/feature-messages.ts'
import { pluralIn } from '../i18n/plural.ts'

const n = pluralIn('en')

export const offline = {
  waiting: (count: number) => n(count, { one: '# answer to sync.', other: '# answers to sync.' }),
  lost: 'The server can’t be reached. Your answers are saved on this device.',
  restored: 'Connection restored.',
  wereRefused: (count: number) =>
    n(count, { one: '# answer was rejected.', other: '# answers were rejected.' }),
  show: 'View',
  sendNow: 'Sync now',
  sent: (count: number) => n(count, { one: '# answer synced.', other: '# answers synced.' }),
  badges: (names: readonly string[]) =>
    `${names.length === 1 ? 'New badge' : 'New badges'}: ${names.join(', ')}`,
  refused: (count: number) =>
    n(count, {
      one: '# answer was rejected. It stays on this device until you retry or discard it.',
      other: '# answers were rejected. They stay on this device until you retry or discard them.',
    }),
  newVersion: 'A new version is available.',
  loadNew: 'Reload',
  /** @param age "2 hours ago" */
  savedCopy: (age: string) => `Saved ${age}`,
}

export type OfflineMessages = typeof offline

export const useOfflineMessages = featureMessages<OfflineMessages>({
  en: () => offline,
  ar: async () => (await import('./messages.ar.ts')).offline,
})
