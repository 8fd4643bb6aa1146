import { z } from 'zod'
import { revision, slug, success, timestamp } from '../common.ts'

/** What every entry of the library carries beside what its kind says. */
export const entryFields = { id: slug, order: z.int(), createdAt: timestamp, updatedAt: timestamp, revision }

/** POST of a whole list in its new order: every id that it has, each once. */
export const newOrder = z.object({ ids: z.array(slug).max(10_000) })

/** What may come with a new entry beside its document: an id is made from its title where none is given. */
export const newEntryFields = {
  id: slug.optional(),
  /** Where it stands in its list; last unless said. */
  order: z.int().min(0).max(100_000).optional(),
}

/** An address that a page may link to: never `javascript:` and the like. */
export const webAddress = z.url({ protocol: /^https?$/ }).max(2_000)

/**
 * The same fields, none of them needed and none with a default: what is absent from a change stays as it is. What is
 * optional may be null, which takes it away.
 * @returns an object schema for the body of a PUT; the whole is checked again after the change
 */
export function patchOf(document: z.ZodObject): z.ZodObject {
  const fields = Object.entries(document.shape).map(([name, field]) => {
    if (field instanceof z.ZodOptional) return [name, field.nullable()]
    return [name, z.optional(field instanceof z.ZodDefault ? field.unwrap() : field)]
  })
  return z.object(Object.fromEntries(fields))
}

/** DELETE of an entry, or of what questions are filed under. */
export const removedReply = success({ id: z.string(), message: z.string() })
