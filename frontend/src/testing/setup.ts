import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach, vi } from 'vitest'
import { user } from '../shared/storage.ts'

// Long enough that a busy machine doesn't fail a test.
configure({ asyncUtilTimeout: 10_000 })

// No request leaves a test, not even one that its page sends as it closes: each test defines its responses.
globalThis.fetch = () => Promise.reject(new TypeError('no network in this test'))

beforeEach(() => {
  Object.assign(user, { learner: undefined, admin: undefined, left: false })
  localStorage.clear()
  sessionStorage.clear()
  // jsdom has no layout: the window counts as wide, unless a test says otherwise.
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: false }))
})

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})
