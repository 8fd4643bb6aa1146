import {
  definitionSubjects,
  librarySubjects,
  mayEnter,
  mediaSubjects,
  placeSubjects,
} from '@rehearse/contracts'
import { expect, test } from 'vitest'
import { routes } from '../routes.ts'
import { topicOfCall, topicOfEvent } from './admin-stream.ts'

test.each([
  [placeSubjects.renamed, 'places'],
  [definitionSubjects.planDefined, 'plans'],
  [definitionSubjects.challengeDefined, 'library'],
  [librarySubjects.revised, 'library'],
  [mediaSubjects.attached, 'audio'],
  ['questions.question.created.v1', 'questions'],
  ['progress.answer.submitted.v1', 'answers'],
  ['identity.learner.registered.v1', 'learners'],
  ['questions.audit.recorded.v1', 'audit'],
  ['identity.session.ended.v1', undefined],
] as const)('%s has the topic %s', (subject, topic) => {
  expect(topicOfEvent(subject)).toBe(topic)
})

test('every admin write has a topic, except signing in', () => {
  const unpublished = routes.filter(
    (route) =>
      route.method !== 'GET' &&
      mayEnter('super_admin', route.access) &&
      !mayEnter('learner', route.access) &&
      topicOfCall(route) === undefined,
  )
  expect(unpublished.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'DELETE /api/admin/auth',
    // Their own accounts.
    'POST /api/admin/auth/password',
    'POST /api/admin/auth/totp',
    'DELETE /api/admin/auth/totp',
    'POST /api/admin/auth/totp/confirm',
    'POST /api/admin/auth/totp/recovery-codes',
    // Sent every few seconds; its response has what others need.
    'PUT /api/admin/presence/:kind/:entryId',
    'DELETE /api/admin/presence/:kind/:entryId',
  ])
})

test('reads have no topic', () => {
  expect(topicOfCall({ method: 'GET', path: '/api/admin/users' })).toBeUndefined()
  expect(topicOfCall({ method: 'POST', path: '/api/questions/unified/:id/reports' })).toBe('reports')
})
