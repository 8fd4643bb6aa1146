import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { errorResponse, fakeNetwork } from '../../testing/fake-network.ts'
import { renderAt } from '../../testing/render-app.tsx'
import { PushHere } from './settings.tsx'

const path = '/api/users/me/push-subscriptions'
const endpoint = 'https://push.example/device'
const key = 'BPub-_ic'
const keys = { p256dh: 'key', auth: 'secret' }

/** The browser's state: its subscription and the options it was created with. */
let subscription: ReturnType<typeof subscribed> | null
const asked: unknown[] = []
const subscribed = (key: string) => ({
  endpoint,
  options: { applicationServerKey: Uint8Array.from(Buffer.from(key, 'base64url')).buffer },
  toJSON: () => ({ endpoint, keys, expirationTime: null }),
  unsubscribe: async () => {
    subscription = null
    return true
  },
})
const pushManager = {
  getSubscription: async () => subscription,
  subscribe: async (options: { applicationServerKey: string }) => {
    // Like browsers: one subscription, with one key.
    if (subscription) throw new DOMException('subscribed with another key', 'InvalidStateError')
    asked.push(options)
    subscription = subscribed(options.applicationServerKey)
    return subscription
  },
}

function open(answers: Parameters<typeof fakeNetwork>[0] = {}, permission = 'granted') {
  const registration = { pushManager }
  vi.stubGlobal('PushManager', class {})
  vi.stubGlobal('Notification', { permission: 'default', requestPermission: async () => permission })
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: { getRegistration: async () => registration, ready: Promise.resolve(registration) },
  })
  const calls = fakeNetwork({
    [`GET ${path}`]: () => ({ success: true, publicKey: key }),
    [`POST ${path}`]: () => ({ success: true }),
    [`DELETE ${path}`]: () => ({ success: true }),
    ...answers,
  })
  return { calls, ...renderAt('/settings', <PushHere uid="learner-1" />) }
}
const writes = (calls: ReturnType<typeof open>['calls']) =>
  calls.filter(({ method }) => method !== 'GET').map(({ method, body }) => ({ method, body }))

beforeEach(() => {
  subscription = null
  asked.length = 0
})

describe('notifications on this device', () => {
  test('turn on with the server’s key, and off again', async () => {
    const { calls, user } = open()
    await user.click(await screen.findByRole('button', { name: 'Turn on for this device' }))
    await user.click(await screen.findByRole('button', { name: 'Turn off for this device' }))
    await screen.findByRole('button', { name: 'Turn on for this device' })
    expect(asked).toEqual([{ userVisibleOnly: true, applicationServerKey: key }])
    expect(writes(calls)).toEqual([
      { method: 'POST', body: { endpoint, keys } },
      { method: 'DELETE', body: { endpoint } },
    ])
    expect(subscription).toBeNull()
  })

  test('are off, and can be turned on, after the server’s key has changed', async () => {
    subscription = subscribed('BElsewhe')
    const { calls, user } = open()
    await user.click(await screen.findByRole('button', { name: 'Turn on for this device' }))
    await screen.findByRole('button', { name: 'Turn off for this device' })
    expect(asked).toEqual([{ userVisibleOnly: true, applicationServerKey: key }])
    expect(writes(calls)).toEqual([{ method: 'POST', body: { endpoint, keys } }])
  })

  test('stay off if the server could not be reached', async () => {
    const { user } = open({ [`POST ${path}`]: () => errorResponse(400, 'Unknown push service') })
    await user.click(await screen.findByRole('button', { name: 'Turn on for this device' }))
    expect((await screen.findByRole('alert')).textContent).toContain('Unknown push service')
    expect(subscription).toBeNull()
  })

  test('explain how to allow them if the browser blocks them', async () => {
    const { calls, user } = open({}, 'denied')
    await user.click(await screen.findByRole('button', { name: 'Turn on for this device' }))
    expect(await screen.findByText(/This browser blocks notifications/)).toBeDefined()
    expect(writes(calls)).toEqual([])
  })

  test('are not offered if no key is configured', async () => {
    const { calls } = open({ [`GET ${path}`]: () => ({ success: true, publicKey: null }) })
    await waitFor(() => expect(calls).toHaveLength(1))
    expect(screen.queryByRole('button')).toBeNull()
  })
})
