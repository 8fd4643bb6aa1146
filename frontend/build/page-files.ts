import { readdir, readFile } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import type { ResolvedConfig } from 'vite'

interface Chunk {
  file: string
  imports?: string[]
  css?: string[]
}
type Manifest = Record<string, Chunk>

const routes = 'src/routes/learner'

/** Where a build is written to. */
export const folderOf = ({ root, build }: ResolvedConfig): string => resolve(root, build.outDir)

/** A script that runs as a page begins. */
export const bootPart = (name: string): Promise<string> =>
  readFile(join(import.meta.dirname, 'boot', `${name}.js`), 'utf8')

/**
 * Of each page the files that it alone needs, by the page's path. A file under routes/learner is named after it; what is
 * no path is asked for by nobody.
 */
export async function pageFiles(config: ResolvedConfig): Promise<Record<string, string[]>> {
  const manifest = await manifestOf(config)
  const names = await readdir(join(config.root, routes))
  const everywhere = new Set(filesOf(manifest, 'index.html'))
  const entries = names
    .filter((name) => `${routes}/${name}` in manifest)
    .map((name): [string, string[]] => [
      name === 'home.tsx' ? '/' : `/${basename(name, '.tsx')}`,
      filesOf(manifest, `${routes}/${name}`).filter((file) => !everywhere.has(file)),
    ])
  return Object.fromEntries(entries)
}

/** What the app loads to speak a language, when it begins in it. */
export const languageFiles = async (config: ResolvedConfig, language: string): Promise<string[]> =>
  filesOf(await manifestOf(config), `src/shared/i18n/messages/${language}.ts`)

const manifestOf = async (config: ResolvedConfig): Promise<Manifest> =>
  JSON.parse(await readFile(join(folderOf(config), '.vite/manifest.json'), 'utf8'))

function filesOf(manifest: Manifest, entry: string, seen = new Set<string>()): string[] {
  const chunk = manifest[entry]
  if (!chunk || seen.has(entry)) return []
  seen.add(entry)
  const imported = (chunk.imports ?? []).flatMap((name) => filesOf(manifest, name, seen))
  return [...new Set([...(chunk.css ?? []), chunk.file, ...imported])]
}
