import type { AdminSelf } from '../admin-self.ts'
import { managesContent } from '../admin-self.ts'
import type { ContentRef } from './api.ts'

/** The pages with the editors of entries, and their lists there. */
const editors: Partial<Record<ContentRef['kind'], string>> = {
  section: '/admin/sections?list=sections',
  category: '/admin/content?list=categories',
  topic: '/admin/content?list=topics',
  learning_path: '/admin/content?list=paths',
  plans: '/admin/content?list=plans',
  challenges: '/admin/learning-resources?list=challenges',
  guides: '/admin/learning-resources?list=guides',
  resources: '/admin/learning-resources?list=resources',
  articles: '/admin/learning-resources?list=articles',
  cheatsheets: '/admin/learning-resources?list=cheatSheets',
  'question-bank': '/admin/learning-resources?list=bank',
  jobs: '/admin/learning-resources?list=jobs',
}

/** Where this admin finds content with its comments: its editor, or a page of the comments alone. */
export function commentLink({ kind, entryId }: ContentRef, comment: string, self: AdminSelf): string {
  const entry = encodeURIComponent(entryId)
  if (kind === 'questions') return `/admin/questions/unified?open=edit:${entry}&comment=${comment}`
  const editor = managesContent(self) ? editors[kind] : undefined
  if (editor) return `${editor}&entry=${entry}&comment=${comment}`
  return `/admin/comments?kind=${kind}&id=${entry}&comment=${comment}`
}
