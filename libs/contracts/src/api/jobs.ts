import { z } from 'zod'
import { longText, shortText } from './common.ts'
import { entryFields, webAddress } from './entries.ts'

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
  /** The last day on which it is shown to learners. */
  closesOn: z.iso.date().optional(),
})
export type JobDocument = z.infer<typeof jobDocument>
export const job = z.object({ ...entryFields, ...jobDocument.shape }).meta({ id: 'Job' })
export type Job = z.infer<typeof job>
