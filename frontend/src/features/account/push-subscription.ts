import type { PushSubscriptionInput } from '@rehearse/contracts'
import { learnerApi } from '../../shared/api/client.ts'

const path = '/api/users/me/push-subscriptions'

/** The state of push messages on this device. */
export type PushState = 'not-offered' | 'refused' | 'on' | 'off'

/** Not offered if the browser doesn't support it, the server has no key, or no service worker is registered. */
export async function pushState(signal?: AbortSignal): Promise<PushState> {
  if (!('serviceWorker' in navigator) || !('PushManager' in window)) return 'not-offered'
  const [key, registration] = await Promise.all([
    publicKey(signal),
    navigator.serviceWorker.getRegistration(),
  ])
  if (key === null || !registration) return 'not-offered'
  if (Notification.permission === 'denied') return 'refused'
  const subscription = await registration.pushManager.getSubscription()
  return subscription && isFor(key, subscription) ? 'on' : 'off'
}

/** Asks the browser for permission and a subscription, then sends it to the server. */
export async function subscribe(): Promise<PushState> {
  const key = await publicKey()
  if (key === null) return 'not-offered'
  if ((await Notification.requestPermission()) !== 'granted') return 'refused'
  const { pushManager } = await navigator.serviceWorker.ready
  const stale = await pushManager.getSubscription()
  if (stale && !isFor(key, stale)) await stale.unsubscribe()
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
  const { endpoint, keys } = subscription.toJSON()
  const body = { endpoint, keys } as PushSubscriptionInput
  try {
    await learnerApi.post(path, { body })
  } catch (error) {
    // Notifications must not appear to be on while the server doesn't have the subscription.
    await subscription.unsubscribe()
    throw error
  }
  return 'on'
}

export async function unsubscribe(): Promise<PushState> {
  const { pushManager } = await navigator.serviceWorker.ready
  const subscription = await pushManager.getSubscription()
  if (subscription) {
    await learnerApi.delete(path, { body: { endpoint: subscription.endpoint } })
    await subscription.unsubscribe()
  }
  return 'off'
}

const publicKey = async (signal?: AbortSignal): Promise<string | null> =>
  (await learnerApi.get(path, { signal })).publicKey

/**
 * Whether a subscription has this key. If the server's key has changed, push services accept no message for it, and
 * browsers don't create a second subscription.
 */
function isFor(key: string, { options }: PushSubscription): boolean {
  const bytes = new Uint8Array(options.applicationServerKey ?? [])
  const text = btoa(String.fromCharCode(...bytes))
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '') === key.replaceAll('=', '')
}
