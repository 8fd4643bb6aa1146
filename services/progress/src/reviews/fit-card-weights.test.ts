import type { Backend } from '@rehearse/service-kit'
import { expect, test, vi } from 'vitest'
import type { ProgressTables } from '../tables.ts'
import { fitCardWeights } from './fit-card-weights.ts'

test('on a platform without an optimizer, the job says so once and does nothing', async () => {
  // The package's loader looks for its native part here only.
  vi.stubEnv('NAPI_RS_NATIVE_LIBRARY_PATH', '/none')
  const warn = vi.fn()
  const runPeriodically = vi.fn<Backend<ProgressTables>['runPeriodically']>()
  // Without a database, any query would fail.
  const backend = {
    app: { log: { warn } },
    database: {},
    runPeriodically,
  } as unknown as Backend<ProgressTables>
  fitCardWeights(backend, () => Promise.reject(new Error('nothing to record')))
  const run = runPeriodically.mock.calls[0]?.[2]
  const { signal } = new AbortController()
  expect(await run?.(signal)).toBeUndefined()
  expect(await run?.(signal)).toBeUndefined()
  expect(warn).toHaveBeenCalledTimes(1)
  expect(warn.mock.calls[0]?.[1]).toContain('no optimizer for this platform')
})
