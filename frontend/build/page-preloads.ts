import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Plugin, ResolvedConfig } from 'vite'
import { bootPart, folderOf, pageFiles } from './page-files.ts'

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
