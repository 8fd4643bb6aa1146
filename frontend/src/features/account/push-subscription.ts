import type { PushSubscriptionInput } from '@rehearse/contracts'
import { learnerApi } from '../../shared/api/client.ts'

const path = '/api/users/me/push-subscriptions'

/** How messages on this device stand. */
export type PushState = 'not-offered' | 'refused' | 'on' | 'off'

/** Not offered where the browser can't, the server has no key, or the app is not kept on this device. */
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

/** Asks the browser, then tells the server where to reach it. */
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
    // What the server doesn't know of must not look as if it were on.
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

/** Of a key that the server has exchanged since, push services take no message, and browsers make no second one beside it. */
function isFor(key: string, { options }: PushSubscription): boolean {
  const bytes = new Uint8Array(options.applicationServerKey ?? [])
  const text = btoa(String.fromCharCode(...bytes))
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '') === key.replaceAll('=', '')
}
