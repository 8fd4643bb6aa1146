import { slug } from '@rehearse/contracts'
import { z } from 'zod'
import { builtInIssueKind } from '../library/built-in-issue-kind.ts'
import type { LibraryKind } from '../library/kind.ts'
import { servedKinds } from '../library/kinds.ts'
import { resourceCategoryKind } from '../library/resource-categories.ts'
import type { StarterEntry } from '../library/starter-repository.ts'

/** Every kind that content files may bring. */
export const contentKinds: readonly LibraryKind[] = [...servedKinds, resourceCategoryKind, builtInIssueKind]

/** The kind that a content file is of: `plans.json`, or any JSON file in the folder `plans`. */
export function kindOfFile(path: string): LibraryKind | undefined {
  return contentKinds.find(({ name }) => path === `${name}.json` || isDirectlyIn(path, name))
}

/**
 * Reads a content file: a JSON array of entries, or one entry. Where a text has many lines, `{ "lines": […] }` may
 * stand for it.
 * @throws {ZodError | SyntaxError} where the file isn't as its kind should be
 */
export function starterEntries({ path, text }: { path: string; text: string }): {
  kind: LibraryKind
  entries: StarterEntry[]
} {
  const kind = kindOfFile(path)
  if (kind === undefined) throw new Error(`${path} is no file of the library`)
  const given: unknown = JSON.parse(text, (_key, value: unknown) => joinLines(value))
  const list = Array.isArray(given) ? given : [given]
  const documents = z.array(kind.document).parse(list)
  const places = z.array(place).parse(list)
  const entries = documents.flatMap((document, position) => {
    const { id, order = position + 1 } = places[position] ?? {}
    return id === undefined ? [] : [{ id, document, order }]
  })
  return { kind, entries }
}

const place = z.object({ id: slug, order: z.int().optional() })

function joinLines(value: unknown): unknown {
  const { success, data } = manyLines.safeParse(value)
  return success ? data.lines.join('\n') : value
}

const manyLines = z.strictObject({ lines: z.array(z.string()) })

const isDirectlyIn = (path: string, folder: string): boolean =>
  path.startsWith(`${folder}/`) && path.endsWith('.json') && path.split('/').length === 2
