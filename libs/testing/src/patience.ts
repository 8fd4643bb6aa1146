import { vi } from 'vitest'

/** Milliseconds. What is waited for comes when it comes: that a machine is busy is no problem of what is tested. */
const timeout = 60_000

const { waitFor, waitUntil } = vi

vi.waitFor = (callback, options = {}) => waitFor(callback, withPatience(options))
vi.waitUntil = (callback, options = {}) => waitUntil(callback, withPatience(options))

/** Vitest's own is a second, and for these there is no setting as there is for `expect.poll`. */
const withPatience = <Options extends object>(options: number | Options) =>
  typeof options === 'number' ? options : { timeout, ...options }
