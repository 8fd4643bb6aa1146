import { z } from 'zod'
import { PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX } from '../constants.ts'
import { queryInteger, success, timestamp, uuid } from './common.ts'
import { difficulty } from './questions.ts'

/** By place, not by page: what is put right meanwhile would move the pages. */
export const mistakesQuery = z.object({
  /** The `next` of the reply before. */
  after: z
    .string()
    .regex(/^[^_]{20,40}_[^_]{36}$/, 'must be the `next` of a reply')
    .transform((text) => text.split('_'))
    .pipe(z.tuple([timestamp, uuid]))
    .optional(),
  pageSize: queryInteger(1, PAGE_SIZE_MAX).default(PAGE_SIZE_DEFAULT),
})

export const mistake = z
  .object({
    questionId: uuid,
    title: z.string(),
    category: z.string(),
    difficulty,
    /** When it was last answered, which was wrong. */
    answeredAt: timestamp,
  })
  .meta({ id: 'Mistake' })
export type Mistake = z.infer<typeof mistake>

export const mistakesReply = success({
  mistakes: z.array(mistake),
  /** How many there are in all. */
  totalCount: z.int(),
  /** Where to go on; null at the end. */
  next: z.string().nullable(),
})
