import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const PACKAGE = 'decode-named-character-reference'
/** The variant for non-browser environments, with a lookup table. */
const withTable = fileURLToPath(import.meta.resolve(PACKAGE))

/** In browsers the Markdown parser decodes entities such as `&amp;` with the document; a worker has none. */
export const workerEntities = (): Plugin => ({
  name: 'worker-entities',
  enforce: 'pre',
  resolveId: (source) => (source === PACKAGE ? withTable : undefined),
})

/** In development, workers use the same modules as pages. */
export const workerEntitiesWhenServed = (): Plugin => ({
  name: 'worker-entities-when-served',
  apply: 'serve',
  config: () => ({ resolve: { alias: { [PACKAGE]: withTable } } }),
})
