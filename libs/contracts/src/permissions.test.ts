import { expect, test } from 'vitest'
import { type Access, abilityOf, accessRules, type Caller, mayEnter } from './permissions.ts'

const callers: readonly Caller[] = [
  'visitor',
  'learner',
  'enrolling_admin',
  'author',
  'reviewer',
  'admin',
  'super_admin',
]

test.each([
  ['anyone', [true, true, true, true, true, true, true]],
  ['signed-in', [false, true, false, true, true, true, true]],
  ['learner', [false, true, false, false, false, false, false]],
  ['admin-enrollment', [false, false, true, true, true, true, true]],
  ['author', [false, false, false, true, true, true, true]],
  ['reviewer', [false, false, false, false, true, true, true]],
  ['admin', [false, false, false, false, false, true, true]],
  ['super_admin', [false, false, false, false, false, false, true]],
] as [Access, boolean[]][])(
  '%s lets in visitor, learner, enrolling_admin, author, reviewer, admin, super_admin: %j',
  (access, expected) => {
    expect(callers.map((caller) => mayEnter(caller, access))).toEqual(expected)
  },
)

test('the table above includes every kind of access', () => {
  expect(Object.keys(accessRules)).toHaveLength(8)
})

test.each([
  ['/api/questions/unified/:id/check', 'anyone', 'Read and practice questions'],
  ['/api/questions/unified/:id', 'admin', 'Manage questions'],
  [
    '/api/questions/unified/:id/status',
    'author',
    'Write questions and library content, submit and review them',
  ],
  ['/api/questions/unified/:id/reports', 'learner', 'Report a problem with a question'],
  ['/api/questions-of-others', 'anyone', undefined],
  ['/api/questions', 'super_admin', undefined],
] as [string, Access, string | undefined][])('%s for %s belongs to %s', (path, access, name) => {
  expect(abilityOf({ path, access })?.name).toBe(name)
})
