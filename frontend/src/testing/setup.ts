import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach, vi } from 'vitest'
import { user } from '../shared/storage.ts'

// What is awaited comes when it comes: a busy machine is no failure.
configure({ asyncUtilTimeout: 10_000 })

beforeEach(() => {
  Object.assign(user, { learner: undefined, admin: undefined, left: false })
  localStorage.clear()
  sessionStorage.clear()
  // There is no window that could have a width: it is a wide one, unless a test says otherwise.
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: false }))
  // Nothing may leave a test: each says what the network answers.
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network in this test')))
})

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})
