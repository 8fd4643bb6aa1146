import { endpoints } from '@rehearse/contracts/endpoints'
import { expect, test } from 'vitest'
import { permissionsPage } from './generate.ts'

test('every endpoint belongs to an ability, and every ability has an endpoint', () => {
  expect(permissionsPage(endpoints).problems).toEqual([])
})

test('an endpoint without an ability is a problem', () => {
  const { problems } = permissionsPage([
    ...endpoints,
    { method: 'GET', path: '/api/secrets', access: 'admin' },
  ])
  expect(problems).toEqual(["GET /api/secrets (admin) belongs to no ability in contracts' permissions"])
})

test('an endpoint whose access differs from its ability is a problem', () => {
  const calls = endpoints.map((route) =>
    route.path === '/api/admin/admins' && route.method === 'POST'
      ? { ...route, access: 'admin' as const }
      : route,
  )
  expect(permissionsPage(calls).problems).toHaveLength(1)
})

test('the page lists the roles with each ability', () => {
  const { text } = permissionsPage(endpoints)
  expect(text).toContain('| Manage admins |  |  |  |  |  |  | ✓ |')
  expect(text).toContain('| Manage questions |  |  |  |  |  | ✓ | ✓ |')
  expect(text).toContain('- `POST /api/admin/admins`')
})
