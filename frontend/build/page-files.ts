import { readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Plugin, ResolvedConfig } from 'vite'

interface Chunk {
  file: string
  imports?: string[]
  css?: string[]
}
type Manifest = Record<string, Chunk>

const routes = 'src/app/app-routes.tsx'

/** The output folder of the build. */
export const folderOf = ({ root, build }: ResolvedConfig): string => resolve(root, build.outDir)

/** A script that runs when a page starts to load. */
export const bootPart = (name: string): Promise<string> =>
  readFile(join(import.meta.dirname, 'boot', `${name}.js`), 'utf8')

/** The files that only one page needs, by the page's path. Paths with a parameter are left out. */
export async function pageFiles(config: ResolvedConfig): Promise<Record<string, string[]>> {
  const manifest = await manifestOf(config)
  const everywhere = new Set(filesOf(manifest, 'index.html'))
  const pages = pagesIn(await readFile(join(config.root, routes), 'utf8'))
  const entries = pages.map(([path, source]): [string, string[]] => [
    path,
    filesOf(manifest, source).filter((file) => !everywhere.has(file)),
  ])
  return Object.fromEntries(entries.filter(([, files]) => files.length > 0))
}

/** Parses the route table: each static path with the module of its page. */
function pagesIn(table: string): [path: string, source: string][] {
  const modules = new Map(
    [...table.matchAll(/const (\w+) = lazyPage\(async \(\) => \(await import\('\.\.\/([^']+)'\)\)/g)].map(
      ([, page = '', file]) => [page, `src/${file}`],
    ),
  )
  return [...table.matchAll(/<Route (?:index|path="([^":*]+)") element=\{<(\w+) \/>\}/g)].flatMap(
    ([, path = '', page = '']) => {
      const source = modules.get(page)
      return source ? [[`/${path}`, source] as [string, string]] : []
    },
  )
}

/** The files that the app needs to start in a language. */
export const languageFiles = async (config: ResolvedConfig, language: string): Promise<string[]> =>
  filesOf(await manifestOf(config), `src/shared/i18n/messages.${language}.ts`)

const manifestOf = async (config: ResolvedConfig): Promise<Manifest> =>
  JSON.parse(await readFile(join(folderOf(config), '.vite/manifest.json'), 'utf8'))

function filesOf(manifest: Manifest, entry: string, seen = new Set<string>()): string[] {
  const chunk = manifest[entry]
  if (!chunk || seen.has(entry)) return []
  seen.add(entry)
  const imported = (chunk.imports ?? []).flatMap((name) => filesOf(manifest, name, seen))
  return [...new Set([...(chunk.css ?? []), chunk.file, ...imported])]
}

/**
 * Appends the preloading of each page's own files to `boot.js`: the browser requests them when the page starts to
 * load, not when the app renders it.
 */
export function pagePreloads(): Plugin {
  let config: ResolvedConfig
  return {
    name: 'page-preloads',
    apply: 'build',
    configResolved(resolved) {
      config = resolved
    },
    async writeBundle() {
      const pages = await pageFiles(config)
      const boot = join(folderOf(config), 'boot.js')
      const parts = [
        await readFile(boot, 'utf8'),
        await bootPart('preload-data'),
        `{\nconst pages = ${JSON.stringify(pages)}\n${await bootPart('preload-page')}}\n`,
      ]
      await writeFile(boot, parts.join(''))
    },
  }
}
