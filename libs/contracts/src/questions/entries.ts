import { z } from 'zod'
import {
  changeHeaders,
  longText,
  messageReply,
  repeatableHeaders,
  revision,
  shortText,
  slug,
  success,
  timestamp,
  uuid,
} from '../common.ts'
import { BODY_LIMIT, SMALL_BODY_LIMIT } from '../constants.ts'
import { type EndpointDeclaration, endpoint } from '../endpoint.ts'
import type { Access } from '../permissions.ts'
import { bareDiagram } from './diagram-markup.ts'
import { contentStatus, editorialFields } from './question.ts'

/** The fields of every library entry, besides those of its kind. */
export const storedFields = { id: slug, order: z.int(), createdAt: timestamp, updatedAt: timestamp, revision }

/** The same for entries that have an editorial status, which only editors see. */
export const entryFields = {
  ...storedFields,
  ...z.object({ ...editorialFields, createdBy: z.string().nullable() }).partial().shape,
}

/** Markdown that can show diagrams, each with alternative text. */
export const illustratedText = (max: number) =>
  longText(max).refine(
    (text) => !bareDiagram.test(text),
    'must describe each diagram in its brackets: ![What it shows.](diagrams/name.svg)',
  )

/**
 * The SVG of each diagram that a text shows, by its name in the Markdown. Only in the response for a single entry, so
 * that a page has its diagrams as soon as it has its text.
 */
export const diagrams = z.record(slug, z.string()).optional()

/** The body that reorders a list: all its ids in the new order, each once. */
export const newOrder = z.object({ ids: z.array(slug).max(10_000) })

/** Optional fields of a new entry besides its document; the id is derived from the title by default. */
export const newEntryFields = {
  id: slug.optional(),
  /** The position in its list; last by default. */
  order: z.int().min(0).max(100_000).optional(),
}

/** The status to save an entry with: by default approved for an admin's new one, draft for others', else unchanged. */
const savedStatus = contentStatus.exclude(['scheduled']).optional()

/**
 * The same fields, all optional and without defaults: fields missing in a change stay. Optional fields accept null,
 * which clears them.
 * @returns an object schema for the body of a PUT; the whole document is validated again after the change
 */
export function patchOf(document: z.ZodObject): z.ZodObject {
  const fields = Object.entries(document.shape).map(([name, field]) => {
    if (field instanceof z.ZodOptional) return [name, field.nullable()]
    return [name, z.optional(field instanceof z.ZodDefault ? field.unwrap() : field)]
  })
  return z.object(Object.fromEntries(fields))
}

/** A noun in summaries: `an article`, `categories`. */
const singular = (noun: string) => `${/^[aeiou]/i.test(noun) ? 'an' : 'a'} ${noun.toLowerCase()}`
const plural = (noun: string) => `${noun.toLowerCase().replace(/y$/, 'ie')}s`

/** DELETE of an entry, or of a taxonomy node. `trashId` identifies the deletion, to undo it. */
export const removedReply = success({ id: z.string(), message: z.string(), trashId: uuid })

/**
 * The public endpoints of a list: the whole list, and single entries.
 * @param listed an entry in the list, if that leaves out a part of it
 * @param filters query parameters that filter the list, including `searchTerm` if it can be searched
 * @param extras fields of the response besides the entries
 */
export function readEndpoints<
  const Path extends string,
  View extends z.ZodType,
  Filter extends string,
  Extras extends z.ZodRawShape = Record<never, never>,
  Listed extends z.ZodType = View,
>({
  path,
  noun,
  view,
  listed = view as unknown as Listed,
  filters,
  extras,
  access = 'anyone',
  cache = 'until-changed',
}: {
  path: Path
  /** As in `Plan not found`. */
  noun: string
  view: View
  listed?: Listed
  filters: readonly Filter[]
  extras?: Extras
  access?: Access
  cache?: EndpointDeclaration['cache']
}) {
  const common = { method: 'GET', service: 'questions', access, cache, tag: 'library' } as const
  const query = Object.fromEntries(filters.map((name) => [name, shortText(200).optional()]))
  return {
    list: endpoint({
      ...common,
      path,
      summary: `List ${plural(noun)}`,
      query: z.object(query as Record<Filter, z.ZodOptional<ReturnType<typeof shortText>>>),
      response: { 200: success({ data: z.array(listed), count: z.int(), ...(extras as Extras) }) },
    }),
    read: endpoint({
      ...common,
      path: `${path}/:id` as const,
      summary: `Get ${singular(noun)}`,
      params: z.object({ id: slug }),
      response: { 200: success({ data: view }) },
    }),
  }
}

/** The endpoints by which admins create, change and delete the entries of a list. */
export function editEndpoints<
  const Path extends string,
  Create extends z.ZodObject,
  Patch extends z.ZodObject,
  Reply extends z.ZodType,
  RemovalQuery extends z.ZodObject,
  RemovalReply extends z.ZodType,
>({
  path,
  noun,
  tag,
  bodyLimit = SMALL_BODY_LIMIT,
  create,
  patch,
  reply,
  removal,
  access = 'admin',
}: {
  path: Path
  noun: string
  tag: string
  bodyLimit?: number
  /** The role that may create and change entries; only admins delete them. */
  access?: Access
  create: Create
  patch: Patch
  reply: Reply
  /** `effect` ends its summary: what else it does. */
  removal: { effect: string; query: RemovalQuery; reply: RemovalReply }
}) {
  const common = { service: 'questions', access, tag } as const
  const params = z.object({ id: shortText(100) })
  return {
    create: endpoint({
      ...common,
      method: 'POST',
      path,
      bodyLimit,
      summary: `Add ${singular(noun)}`,
      headers: repeatableHeaders,
      body: create,
      response: { 201: reply },
    }),
    update: endpoint({
      ...common,
      method: 'PUT',
      path: `${path}/:id` as const,
      bodyLimit,
      summary: `Change ${singular(noun)}`,
      headers: changeHeaders,
      params,
      body: patch,
      response: { 200: reply },
    }),
    remove: endpoint({
      ...common,
      access: 'admin',
      method: 'DELETE',
      path: `${path}/:id` as const,
      summary: `Delete ${singular(noun)}${removal.effect}`,
      headers: changeHeaders,
      params,
      query: removal.query,
      response: { 200: removal.reply },
    }),
  }
}

/** The endpoint that reorders a whole list. */
export function orderEndpoints<const Path extends string>({
  path,
  noun,
  tag,
}: {
  path: Path
  noun: string
  tag: string
}) {
  return {
    arrange: endpoint({
      method: 'POST',
      path: `${path}/order` as const,
      service: 'questions',
      access: 'admin',
      bodyLimit: BODY_LIMIT,
      tag,
      summary: `Reorder ${plural(noun)}`,
      headers: repeatableHeaders,
      body: newOrder,
      response: { 200: messageReply },
    }),
  }
}

/** All endpoints of one kind of library entries. */
export function libraryEndpoints<
  const Path extends string,
  Document extends z.ZodObject,
  View extends z.ZodType,
  Filter extends string,
  Extras extends z.ZodRawShape = Record<never, never>,
  Listed extends z.ZodType = View,
>({
  path,
  noun,
  document,
  view,
  listed,
  filters,
  extras,
  writers = 'author',
}: {
  path: Path
  noun: string
  document: Document
  view: View
  listed?: Listed
  filters: readonly Filter[]
  extras?: Extras
  writers?: Access
}) {
  return {
    ...readEndpoints({ path, noun, view, filters, ...(listed && { listed }), ...(extras && { extras }) }),
    ...editEndpoints({
      path,
      noun,
      tag: 'library',
      bodyLimit: BODY_LIMIT,
      access: writers,
      create: document.safeExtend({ ...newEntryFields, status: savedStatus }),
      patch: patchOf(document).extend({ order: newEntryFields.order, status: savedStatus }),
      reply: success({ data: view, message: z.string() }),
      removal: { effect: '', query: z.object({}), reply: removedReply },
    }),
    ...orderEndpoints({ path, noun, tag: 'library' }),
  }
}

/** The endpoints of each kind of list, for code that serves all of them alike. */
export type ReadEndpoints = ReturnType<typeof readEndpoints<string, z.ZodType, string>>
export type EditEndpoints = ReturnType<
  typeof editEndpoints<string, z.ZodObject, z.ZodObject, z.ZodType, z.ZodObject, z.ZodType>
>
export type OrderEndpoints = ReturnType<typeof orderEndpoints<string>>
