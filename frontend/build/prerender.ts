import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import react from '@vitejs/plugin-react'
import { build, type Plugin, type ResolvedConfig } from 'vite'
import { folderOf, languageFiles, pageFiles } from './page-files.ts'
import { openTemplate } from './rendered-page.ts'

type Renderer = typeof import('../src/prerender.tsx')

/** The most frequent entry pages. */
const paths = ['/', '/questions', '/learning-paths', '/dashboard']

/**
 * Renders pages for a new visitor, in each language, into the build: `rendered/en/index.html`. They contain
 * everything for the first paint, and are painted before the app loads and hydrates them.
 */
export function prerender(): Plugin {
  let config: ResolvedConfig
  return {
    name: 'prerender',
    apply: 'build',
    configResolved(resolved) {
      config = resolved
    },
    async writeBundle() {
      await using stack = new AsyncDisposableStack()
      const files = await pageFiles(config)
      const { languageNames, renderPage } = await loadRenderer(config.root, stack)
      for (const path of paths) {
        // Sequentially: the language is global state of the app.
        for (const language of languageNames) {
          const fill = await openTemplate(config, [
            ...(files[path] ?? []),
            ...(await languageFiles(config, language)),
          ])
          const file = join(folderOf(config), 'rendered', language, `${path.slice(1) || 'index'}.html`)
          await mkdir(dirname(file), { recursive: true })
          await writeFile(file, fill(language, await renderPage(path, language)))
        }
      }
    },
  }
}

/** Builds the app for Node in a temporary folder, which is removed afterwards. */
async function loadRenderer(root: string, stack: AsyncDisposableStack): Promise<Renderer> {
  const outDir = await mkdtemp(join(tmpdir(), 'rehearse-prerender-'))
  stack.defer(() => rm(outDir, { recursive: true, force: true }))
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    plugins: [react()],
    ssr: { noExternal: true },
    build: { ssr: 'src/prerender.tsx', outDir, copyPublicDir: false },
  })
  return import(pathToFileURL(join(outDir, 'prerender.js')).href)
}
