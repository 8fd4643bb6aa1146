import { bankItem, bankItemDocument } from '@rehearse/contracts'
import { z } from 'zod'
import { defineKind } from './kind.ts'

/** The question bank: what interviewers ask, with links to where it is answered. */
export const bankKind = defineKind({
  name: 'question-bank',
  noun: 'Question bank item',
  address: '/api/question-bank',
  document: bankItemDocument,
  view: bankItem,
  filters: { category: 'category', difficulty: 'difficulty', company: 'companies', tag: 'tags' },
  searched: ['title', 'description', 'tags'],
  // The items lead elsewhere, so nothing here measures who completes them.
  render: (item) => ({ ...item, completionRate: null }),
  extras: {
    shape: { companies: z.array(z.string()), tags: z.array(z.string()) },
    read: ({ all }) => ({ companies: distinct(all, 'companies'), tags: distinct(all, 'tags') }),
  },
})

/** The texts that the entries carry in a list, each once, in order. */
const distinct = (entries: readonly Record<string, unknown>[], field: string): string[] =>
  [...new Set(entries.flatMap((entry) => z.array(z.string()).parse(entry[field])))].sort((one, other) =>
    one.localeCompare(other, 'en'),
  )
