import { z } from 'zod'
import { PAGE_MAX, PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX, TAGS_MAX } from './constants.ts'
import { DomainError } from './errors.ts'

export const uuid = z.uuid()
export const timestamp = z.iso.datetime({ offset: true })

/** The number of an entry's last change. `"v{revision}"` in If-Match names the version that a change is based on. */
export const revision = z.int()

/** Character by character: an array of them would take many times a long text's memory. */
function hasControl(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code < 0x20 || code === 0x7f) return true
  }
  return false
}

/** Ids of paths, categories, topics and sections: readable, and stable when the name changes. */
export const slug = z
  .string()
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/)
  .max(100)

/** A language without its region: `en`, `ar`. */
export const languageCode = z.string().regex(/^[a-z]{2,3}$/, 'must be a language code')

/** A short human name or title: trimmed, never empty, without control characters. */
export const shortText = (max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    .refine((text) => !hasControl(text), 'must not contain control characters')
    .refine((text) => text.isWellFormed(), 'must be well-formed Unicode')

/** A person's name. Without marks that turn the text after them, which could make it read as another name. */
export const personName = (max: number) =>
  shortText(max).refine(
    (text) => !/[\u202a-\u202e\u2066-\u2069]/.test(text),
    'must not change the direction of text',
  )

/**
 * Longer text that may contain line breaks. Postgres can store neither U+0000 nor half a surrogate pair, so they are
 * rejected here rather than there.
 */
export const longText = (max: number) =>
  z
    .string()
    .max(max)
    .refine((text) => !text.includes('\u0000'), 'must not contain null characters')
    .refine((text) => text.isWellFormed(), 'must be well-formed Unicode')

export const tag = shortText(50)
export const tagList = z.array(tag).max(TAGS_MAX)

/** A query parameter with a whole number. */
export const queryInteger = (min: number, max: number) =>
  z
    .string()
    .regex(/^-?\d{1,15}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.number().int().min(min).max(max))

export const queryBoolean = z.enum(['true', 'false']).transform((value) => value === 'true')

export const pageQuery = z.object({
  page: queryInteger(1, PAGE_MAX).default(1),
  pageSize: queryInteger(1, PAGE_SIZE_MAX).default(PAGE_SIZE_DEFAULT),
})

export const pagination = z.object({
  page: z.int(),
  pageSize: z.int(),
  totalCount: z.int(),
  totalPages: z.int(),
  hasNext: z.boolean(),
  hasPrev: z.boolean(),
})
export type Pagination = z.infer<typeof pagination>

/** The position of a page in its list. `page` counts from 1. */
export function paginate(page: number, pageSize: number, totalCount: number): Pagination {
  const totalPages = Math.ceil(totalCount / pageSize)
  return { page, pageSize, totalCount, totalPages, hasNext: page < totalPages, hasPrev: page > 1 }
}

/** The envelope of every success. */
export const success = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.object({ success: z.literal(true), ...shape })

export const errorReply = z
  .object({
    success: z.literal(false),
    error: z.string(),
    code: z.string(),
    details: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
    requestId: z.string(),
  })
  .meta({ id: 'ErrorReply' })
export type ErrorReply = z.infer<typeof errorReply>

export const messageReply = success({ message: z.string() })

/** A write that is repeated with the same key happens once. */
export const repeatableHeaders = z.object({
  'idempotency-key': z
    .string()
    .regex(/^[\x21-\x7e]{1,200}$/, 'must be 1 to 200 visible ASCII characters')
    .optional(),
})

/** For a change: `If-Match` names the version that it is based on. */
export const changeHeaders = repeatableHeaders.extend({
  /** An ETag of the version that is changed; if another change came first, the response is 412. */
  'if-match': z.string().max(1_000).optional(),
})

export const keyReused = () =>
  new DomainError({
    kind: 'conflict',
    code: 'idempotency_key_reused',
    message: 'This Idempotency-Key was used for another request',
  })
