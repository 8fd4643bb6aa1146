import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { starterEntries } from '../../../services/questions/src/content/content-files.ts'

export type ContentEntry<Document> = Document & { readonly id: string; readonly order: number }

/**
 * The entries of one kind that the content brings, as their schema has read them.
 * @param folder where the content is, with a slash at the end
 */
export function readEntries<Document>(folder: URL, kind: string): ContentEntry<Document>[] {
  const single = existsSync(new URL(`${kind}.json`, folder)) ? [`${kind}.json`] : []
  const many = jsonFiles(new URL(`${kind}/`, folder)).map((name) => `${kind}/${name}`)
  return [...single, ...many].flatMap((path) =>
    starterEntries({ path, text: readFileSync(new URL(path, folder), 'utf8') }).entries.map(
      ({ id, order, document }) => ({ id, order, ...(document as Document) }),
    ),
  )
}

export const jsonFiles = (folder: URL): string[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => name.endsWith('.json'))
        .sort()
    : []
