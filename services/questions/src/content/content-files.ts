import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { kindOfFile } from './content-kinds.ts'

export interface ContentFile {
  /** Relative to the content folder, with forward slashes on every system. */
  path: string
  text: string
  sha256: Buffer
}

/**
 * The content files below a folder: the catalogues first, since questions are filed under them. A folder that isn't
 * there holds none.
 */
export async function readContentFiles(folder: string): Promise<ContentFile[]> {
  const names = await readdir(folder, { recursive: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const paths = names.map((name) => name.split(sep).join('/')).filter(isContent)
  paths.sort((one, other) => Number(isQuestions(one)) - Number(isQuestions(other)) || (one < other ? -1 : 1))
  return Promise.all(
    paths.map(async (path) => {
      const text = await readFile(join(folder, path), 'utf8')
      return { path, text, sha256: createHash('sha256').update(text).digest() }
    }),
  )
}

const isQuestions = (path: string): boolean => /^questions\/[^/]+\/[^/]+\.md$/.test(path)

const isContent = (path: string) =>
  isQuestions(path) ||
  path === 'learning-paths.json' ||
  path === 'sections.json' ||
  kindOfFile(path) !== undefined

/** The folder of a file of questions is the id of their learning path. */
export const learningPathOf = (path: string): string => path.split('/')[1] ?? ''
