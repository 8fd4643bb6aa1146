import { expect, test } from 'vitest'
import { routes } from '../routes.ts'
import { routeOf } from './page-traces.ts'

test('finds every route of the table by one of its paths', () => {
  for (const { method, path } of routes) expect(routeOf(method, path.replace(/:\w+/g, 'some-id'))).toBe(path)
})

test.each([
  ['GET', '/api/questions/stats', '/api/questions/stats'],
  ['GET', '/api/questions/javascript-practice', '/api/questions/:learningPathId'],
  ['GET', '/api/questions', undefined],
  ['POST', '/api/questions/stats', undefined],
  ['GET', '/api/health/', undefined],
  ['GET', '/dashboard', undefined],
] as const)('%s %s matches %s', (method, path, route) => {
  expect(routeOf(method, path)).toBe(route)
})
