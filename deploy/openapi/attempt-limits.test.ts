import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { routes } from '../../services/gateway/src/routes.ts'
import type { OpenApi } from './open-api.ts'

test('what the gateway leaves to identity to count, identity counts', async () => {
  const file = await readFile(join(import.meta.dirname, '../../docs/openapi.json'), 'utf8')
  const { paths = {} } = JSON.parse(file) as OpenApi
  const left = routes.filter(({ limit }) => limit === 'SIGNIN' || limit === 'REGISTER')
  expect(left.length).toBeGreaterThan(0)
  const uncounted = left.filter(({ method, path, upstream }) => {
    const operation = paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()] ?? {}
    return upstream !== 'identity' || !('x-counts' in operation)
  })
  expect(uncounted.map(({ method, path }) => `${method} ${path}`)).toEqual([])
})
