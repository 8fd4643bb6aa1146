import { z } from 'zod'
import { longText, shortText, tagList } from '../common.ts'
import { storedAddress, webAddress } from '../web-address.ts'
import { entryFields, libraryEndpoints } from './entries.ts'

/** An interview question with an external answer. */
export const bankItemDocument = z.object({
  title: shortText(200),
  category: z.enum([
    'JavaScript Functions',
    'User Interface Coding',
    'Algorithmic Coding',
    'System Design',
    'React',
    'CSS',
    'Web APIs',
    'Testing',
  ]),
  subcategory: shortText(100),
  difficulty: z.enum(['easy', 'medium', 'hard']),
  description: longText(5_000),
  url: webAddress,
  tags: tagList.default([]),
  /** Minutes. */
  estimatedTime: z.int().min(1).max(600),
  /** Companies that are known to ask it. Each needs a source, so the list is often empty. */
  companies: z.array(shortText(100)).max(100).default([]),
})
export type BankItemDocument = z.infer<typeof bankItemDocument>

export const bankItem = z
  .object({
    ...entryFields,
    ...bankItemDocument.shape,
    url: storedAddress,
    /** Percentage of those who started it; null until measured. */
    completionRate: z.int().nullable(),
  })
  .meta({ id: 'BankItem' })
export type BankItem = z.infer<typeof bankItem>

/** A job that an admin has posted; none are built in. */
export const jobDocument = z.object({
  title: shortText(200),
  company: shortText(200),
  location: shortText(200),
  remote: z.boolean().default(false),
  type: z.enum(['full-time', 'part-time', 'contract', 'internship']).default('full-time'),
  level: z.enum(['junior', 'mid', 'senior', 'lead']).optional(),
  description: longText(20_000),
  /** As the employer states it. */
  salary: shortText(200).optional(),
  skills: z.array(shortText(50)).max(50).default([]),
  url: webAddress,
  postedOn: z.iso.date(),
  /** The last day on which learners see it. */
  closesOn: z.iso.date().optional(),
})
export type JobDocument = z.infer<typeof jobDocument>
export const job = z.object({ ...entryFields, ...jobDocument.shape, url: storedAddress }).meta({ id: 'Job' })
export type Job = z.infer<typeof job>

export const bankItemEndpoints = libraryEndpoints({
  path: '/api/question-bank',
  noun: 'Question bank item',
  document: bankItemDocument,
  view: bankItem,
  filters: ['category', 'difficulty', 'company', 'tag', 'searchTerm'],
  extras: { companies: z.array(z.string()), tags: z.array(z.string()) },
})

export const jobEndpoints = libraryEndpoints({
  path: '/api/jobs',
  noun: 'Job',
  document: jobDocument,
  view: job,
  filters: ['type', 'level', 'skill', 'searchTerm'],
})
