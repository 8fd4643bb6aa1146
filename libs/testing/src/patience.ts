import { vi } from 'vitest'

/** Milliseconds. Generous, since a busy machine must not fail a test. */
const timeout = Number(process.env.PATIENCE ?? 60_000)

const { waitFor, waitUntil } = vi

vi.waitFor = (callback, options = {}) => waitFor(callback, withPatience(options))
vi.waitUntil = (callback, options = {}) => waitUntil(callback, withPatience(options))

/** Vitest's default is a second, and unlike for `expect.poll` there is no setting for these. */
const withPatience = <Options extends object>(options: number | Options) =>
  typeof options === 'number' ? options : { timeout, ...options }
