import type { ADMIN_TOPICS } from './admin-topics.ts'

type Topic = (typeof ADMIN_TOPICS)[number]

/** What the endpoints below a path are about; the first match wins. */
const topics: readonly (readonly [prefix: string, topic: Topic])[] = [
  ['/api/questions/unified/:id/reports', 'reports'],
  ['/api/questions/import', 'imports'],
  ['/api/questions', 'questions'],
  ['/api/admin/reports', 'reports'],
  ['/api/admin/progress', 'answers'],
  ['/api/admin/backup', 'backups'],
  ['/api/admin/trash', 'trash'],
  ['/api/admin/versions', 'library'],
  ['/api/admin/content', 'library'],
  ['/api/admin/audit', 'audit'],
  ['/api/admin/comments', 'comments'],
  ['/api/admin/notifications', 'comments'],
  ['/api/admin/users', 'learners'],
  ['/api/users/me', 'learners'],
  ['/api/admin/admins', 'admins'],
  ['/api/admin/signing-keys', 'settings'],
  ['/api/audio', 'audio'],
  ['/api/images', 'images'],
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

export const topicOfPath = (path: string): Topic | undefined =>
  topics.find(([prefix]) => path.startsWith(prefix))?.[1]
