import type { AdminTopic } from '@rehearse/contracts'
import type { Route } from '../routes.ts'

type Topics = readonly (readonly [prefix: string, topic: AdminTopic])[]

/** Topics of events, by subject prefix. */
const events: Topics = [
  ['questions.question.', 'questions'],
  ['questions.place.', 'places'],
  ['questions.plan.', 'plans'],
  ['questions.', 'library'],
  ['progress.', 'answers'],
  ['media.', 'audio'],
  ['identity.learner.', 'learners'],
]

/** Topics of calls, by path prefix; the first match wins. */
const calls: Topics = [
  ['/api/questions/unified/:id/reports', 'reports'],
  ['/api/questions/import', 'imports'],
  ['/api/questions', 'questions'],
  ['/api/admin/reports', 'reports'],
  ['/api/admin/backup', 'backups'],
  ['/api/admin/users', 'learners'],
  ['/api/users/me', 'learners'],
  ['/api/admin/admins', 'admins'],
  ['/api/admin/signing-keys', 'settings'],
  ['/api/audio', 'audio'],
  ['/api/categories', 'places'],
  ['/api/topics', 'places'],
  ['/api/sections', 'places'],
  ['/api/learning-paths', 'places'],
  ['/api/guided-learning/plans', 'plans'],
  ['/api/challenges', 'library'],
  ['/api/resources', 'library'],
  ['/api/guides', 'library'],
  ['/api/question-bank', 'library'],
  ['/api/question-lists', 'library'],
  ['/api/articles', 'library'],
  ['/api/cheatsheets', 'library'],
  ['/api/jobs', 'library'],
]

export const topicOfEvent = (subject: string): AdminTopic | undefined => find(events, subject)

/** The topic that a call changes; null for reads. */
export const topicOfCall = ({ method, path }: Pick<Route, 'method' | 'path'>): AdminTopic | undefined =>
  method === 'GET' ? undefined : find(calls, path)

const find = (topics: Topics, name: string) => topics.find(([prefix]) => name.startsWith(prefix))?.[1]
