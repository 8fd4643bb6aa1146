import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import react from '@vitejs/plugin-react'
import { build, type Plugin, type ResolvedConfig } from 'vite'
import { folderOf, languageFiles, pageFiles } from './page-files.ts'
import { openTemplate } from './rendered-page.ts'

type Renderer = typeof import('../src/prerender.tsx')

/** The pages that people come to first. */
const paths = ['/', '/questions', '/learning-paths', '/dashboard']

/**
 * Lays pages in the build as a first visitor sees them, in each language: `rendered/en/index.html`. They carry all that
 * the first paint needs, and are painted before any of the app has come; then it takes them over.
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
        // One after the other: the language is the whole app's.
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

/** The app as Node runs it, in files that may lie anywhere, for as long as it is needed. */
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
