import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const PACKAGE = 'decode-named-character-reference'
/** As it is outside browsers: with a table of its own. */
const withTable = fileURLToPath(import.meta.resolve(PACKAGE))

/** For pages the parser of Markdown asks the document what `&amp;` means; a worker has none. */
export const workerEntities = (): Plugin => ({
  name: 'worker-entities',
  enforce: 'pre',
  resolveId: (source) => (source === PACKAGE ? withTable : undefined),
})

/** In development workers share what pages are served. */
export const workerEntitiesWhenServed = (): Plugin => ({
  name: 'worker-entities-when-served',
  apply: 'serve',
  config: () => ({ resolve: { alias: { [PACKAGE]: withTable } } }),
})
