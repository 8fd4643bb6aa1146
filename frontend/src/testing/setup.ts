import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach, vi } from 'vitest'
import { user } from '../shared/storage.ts'

// Long enough that a busy machine doesn't fail a test.
configure({ asyncUtilTimeout: 10_000 })

beforeEach(() => {
  Object.assign(user, { learner: undefined, admin: undefined, left: false })
  localStorage.clear()
  sessionStorage.clear()
  // jsdom has no layout: the window counts as wide, unless a test says otherwise.
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: false }))
  // No request leaves a test: each test defines its responses.
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network in this test')))
})

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})
