import { readdir, readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Plugin, ResolvedConfig } from 'vite'

interface Chunk {
  file: string
  imports?: string[]
  css?: string[]
}
type Manifest = Record<string, Chunk>

const routes = 'src/routes/learner'

/**
 * Ends `boot.js` with what preloads a page's own files: the browser learns of them as the page begins, not when the app
 * runs and asks for the page.
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
      const out = join(config.root, config.build.outDir)
      const manifest: Manifest = JSON.parse(await readFile(join(out, '.vite/manifest.json'), 'utf8'))
      const pages = filesByPath(manifest, await readdir(join(config.root, routes)))
      const script = await readFile(join(import.meta.dirname, 'boot/preload-page.js'), 'utf8')
      const boot = join(out, 'boot.js')
      await writeFile(
        boot,
        `${await readFile(boot, 'utf8')};(() => {\nconst pages = ${JSON.stringify(pages)}\n${script}})()\n`,
      )
    },
  }
}

/** A file under routes/learner is named after its page's path; what is no path is asked for by nobody. */
function filesByPath(manifest: Manifest, names: readonly string[]): Record<string, string[]> {
  const everywhere = new Set(filesOf(manifest, 'index.html'))
  const entries = names
    .filter((name) => `${routes}/${name}` in manifest)
    .map((name): [string, string[]] => [
      name === 'home.tsx' ? '/' : `/${basename(name, '.tsx')}`,
      filesOf(manifest, `${routes}/${name}`).filter((file) => !everywhere.has(file)),
    ])
  return Object.fromEntries(entries)
}

function filesOf(manifest: Manifest, entry: string, seen = new Set<string>()): string[] {
  const chunk = manifest[entry]
  if (!chunk || seen.has(entry)) return []
  seen.add(entry)
  const imported = (chunk.imports ?? []).flatMap((name) => filesOf(manifest, name, seen))
  return [...new Set([...(chunk.css ?? []), chunk.file, ...imported])]
}
