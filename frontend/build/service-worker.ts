import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import type { Plugin, ResolvedConfig } from 'vite'
import { folderOf } from './page-files.ts'

/** The file types of the app, without import templates for admins and prerendered pages. */
const kinds = new Set(['.js', '.css', '.html', '.svg', '.png', '.woff2', '.webmanifest'])

/** Prerendered pages, which the worker doesn't serve, and what it saves when it's first used. */
const foldersOutside = ['rendered', join('assets', 'on-demand')]

/** The sources of the worker, concatenated in this order. */
const sources = ['service-worker.js', 'push.js']

/** Writes `sw.js` with the digests of all files in the build. Runs before the files are compressed. */
export function serviceWorker(): Plugin {
  let config: ResolvedConfig
  return {
    name: 'service-worker',
    apply: 'build',
    configResolved(resolved) {
      config = resolved
    },
    closeBundle: {
      order: 'pre',
      sequential: true,
      async handler(error) {
        if (error) return
        const root = folderOf(config)
        const files = await digests(root)
        const version = createHash('sha256').update(JSON.stringify(files)).digest('hex').slice(0, 12)
        const parts = await Promise.all(
          sources.map((name) => readFile(join(import.meta.dirname, 'worker', name), 'utf8')),
        )
        const head = `const version = ${JSON.stringify(version)}\nconst files = ${JSON.stringify(files)}\n`
        await writeFile(join(root, 'sw.js'), [head, ...parts].join('\n'))
      },
    },
  }
}

async function digests(root: string): Promise<Record<string, string>> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile() && kinds.has(extname(entry.name)) && entry.name !== 'sw.js')
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !foldersOutside.some((folder) => path.startsWith(join(root, folder, sep))))
    .sort()
  const pairs = await Promise.all(
    paths.map(async (path) => {
      const digest = createHash('sha256')
        .update(await readFile(path))
        .digest('base64')
      return [`/${relative(root, path).split(sep).join('/')}`, `sha256-${digest}`] as const
    }),
  )
  return Object.fromEntries(pairs)
}
