import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Plugin, ResolvedConfig } from 'vite'
import { bootPart, folderOf, pageFiles } from './page-files.ts'

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
