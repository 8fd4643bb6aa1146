import type { ContentKind, FileKind } from '@rehearse/contracts'
import { type FeatureTables, useFeatureMessages } from '../../shared/i18n/feature-messages.ts'
import { pluralIn } from '../../shared/i18n/plural.ts'

const n = pluralIn('en')

export const trash = {
  title: 'Trash',
  lead: 'Deleted content can be restored for 30 days. After that, it is deleted for good.',
  search: 'Search titles',
  kind: 'Type',
  allKinds: 'All types',
  kinds: {
    questions: 'Question',
    category: 'Category',
    topic: 'Topic',
    section: 'Section',
    learning_path: 'Learning path',
    plans: 'Plan',
    challenges: 'Challenge',
    guides: 'Guide',
    resources: 'Resource',
    articles: 'Article',
    cheatsheets: 'Cheat sheet',
    'question-bank': 'Question bank item',
    'question-lists': 'Question list',
    jobs: 'Job',
  } satisfies Record<ContentKind, string> as Record<ContentKind, string>,
  fileKinds: {
    image: 'Image',
    'question-audio': 'Question audio',
    'answer-audio': 'Answer audio',
  } satisfies Record<FileKind, string> as Record<FileKind, string>,
  views: { content: 'Content', files: 'Images and audio' },
  list: 'Deleted content',
  item: 'Title',
  deleted: 'Deleted',
  left: 'Time left',
  days: (count: number) => n(count, { zero: 'Less than a day', one: '# day', other: '# days' }),
  by: (name: string) => `by ${name}`,
  byYou: 'by you',
  actions: 'Actions',
  select: (title: string) => `Select "${title}"`,
  selectPage: 'Select all on this page',
  selected: (count: number) => n(count, { one: '# selected', other: '# selected' }),
  restore: 'Restore',
  restoreOne: (title: string) => `Restore "${title}"`,
  restoreSelected: (count: number) => n(count, { one: 'Restore # item', other: 'Restore # items' }),
  clear: 'Clear selection',
  restored: (count: number) => n(count, { one: '# item was restored', other: '# items were restored' }),
  failed: (count: number) => n(count, { one: '# item was not restored', other: '# items were not restored' }),
  nameTaken: (title: string) =>
    `Another entry is now called "${title}". Enter a different name to restore this one.`,
  idTaken: (title: string) =>
    `The address of "${title}" is now in use by another entry. Enter a different one to restore this one.`,
  newName: 'New name',
  newId: 'New address',
  newIdHint: 'Lowercase letters, digits and hyphens, as in event-loop.',
  movedStay:
    'Questions that were moved when a category, topic, section or path was deleted stay where they are.',
  emptyFiles: 'No deleted images or audio',
  emptyFilesText: 'Deleted images and audio files appear here.',
  empty: 'The trash is empty',
  emptyText: 'Deleted questions and other content appear here.',
  noMatch: 'Nothing in the trash matches these filters',
  loadFailed: 'The trash could not be loaded',
  showing: (from: string, to: string, of: string) => `Showing ${from} to ${to} of ${of}`,
}

export type TrashMessages = typeof trash

const tables: FeatureTables<TrashMessages> = {
  en: () => trash,
  ar: async () => (await import('./messages.ar.ts')).trash,
}

export const useTrashMessages = () => useFeatureMessages(tables)
