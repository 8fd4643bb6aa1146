import type { Entry, LibraryKind, Viewer } from './kind.ts'

export type Shown = Record<string, unknown> & { id: string }

/** An entry as this viewer may see it; null where they may not. */
export function showEntry(kind: LibraryKind, entry: Entry, viewer: Viewer): Shown | null {
  const rendered = kind.render(entry.document, viewer)
  if (rendered === null) return null
  return {
    ...rendered,
    id: entry.id,
    order: entry.order,
    createdAt: entry.createdAt.toISOString(),
    updatedAt: entry.updatedAt.toISOString(),
    revision: entry.revision,
  }
}
