import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { challengeLibraries } from './build/challenge-libraries-plugin.ts'
import { pagePreloads } from './build/page-files.ts'
import { precompress } from './build/precompress.ts'
import { prerender } from './build/prerender.ts'
import { serviceWorker } from './build/service-worker.ts'

const PACKAGE = 'decode-named-character-reference'
/** The variant for non-browser environments, with a lookup table. */
const withTable = fileURLToPath(import.meta.resolve(PACKAGE))

/** In browsers the Markdown parser decodes entities such as `&amp;` with the document; a worker has none. */
const workerEntities = (): Plugin => ({
  name: 'worker-entities',
  enforce: 'pre',
  resolveId: (source) => (source === PACKAGE ? withTable : undefined),
})

/** In development, workers use the same modules as pages. */
const workerEntitiesWhenServed = (): Plugin => ({
  name: 'worker-entities-when-served',
  apply: 'serve',
  config: () => ({ resolve: { alias: { [PACKAGE]: withTable } } }),
})

const gateway = process.env.GATEWAY_URL ?? 'http://localhost:8080'

/** Shared code except what loads on demand: dialogs, question text, other languages. */
const isEveryday = (id: string) =>
  (/frontend\/src\/shared\//.test(id) &&
    !/messages\.(?!en\.)|\/markdown\/(?!inline-code|markdown\.module)|modal|confirm-dialog|password-field|\/account\/(?!use-own-write|provider-sign-in)|library-locale|pagination|search-box|use-url-filters|\/shared\/(?:admin|flashcards|interview)\/|api\/(?:interview|study)\b|\/plot\/|\/offline\/|shared\/onboarding|\/ui\/code-|list-table|use-debounced|paged-section|course-glyph|level-dots|filter-chips|typed-solution|study-time|\/ui\/(?:disclosure|number-field|settings-section|stat|view-links|why)\./.test(
      id,
    )) ||
  /lucide-react\/dist\/esm\/(?!icons)/.test(id) ||
  // The icons of the first pages; the other shared icons load later.
  /lucide-react\/dist\/esm\/icons\/(check|x|arrow-right|sliders-horizontal)\./.test(id)

/**
 * Large files that few pages need: the compiler, the formatter and their data. The service worker saves them when they
 * are first used, not with the app.
 */
const isLarge = (id: string) => /node_modules\/(prettier|typescript)\/|type-checker-worker/.test(id)
const folderFor = (large: boolean) => (large ? 'assets/on-demand' : 'assets')
const chunkFileNames = ({ moduleIds }: { moduleIds: string[] }) =>
  `${folderFor(moduleIds.some(isLarge))}/[name]-[hash].js`

export default defineConfig({
  plugins: [
    react(),
    challengeLibraries(),
    pagePreloads(),
    prerender(),
    serviceWorker(),
    precompress(),
    workerEntitiesWhenServed(),
  ],
  worker: {
    format: 'es',
    plugins: () => [workerEntities()],
    rolldownOptions: { output: { entryFileNames: chunkFileNames, chunkFileNames } },
  },
  server: {
    proxy: {
      // The gateway rejects cross-origin writes; behind this proxy the page's origin is the gateway's.
      '/api': { target: gateway, changeOrigin: true, headers: { origin: new URL(gateway).origin } },
    },
  },
  build: {
    target: 'es2023',
    // The first with `:dir()`, which would otherwise be compiled to a list of languages.
    cssTarget: ['chrome120', 'edge120', 'firefox121', 'safari17'],
    // The Content Security Policy forbids `data:` URLs.
    assetsInlineLimit: 0,
    // The bundle size check reads it.
    manifest: true,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        chunkFileNames,
        assetFileNames: ({ names }) =>
          `${folderFor(names.some((name) => /^challenge-.+\.(json|txt)$/.test(name)))}/[name]-[hash][extname]`,
        codeSplitting: {
          groups: [
            {
              name: 'react',
              test: /node_modules\/(react|react-dom|scheduler|react-router|@tanstack|zustand)\//,
            },
            // Separate from the schemas: zod must be configured not to compile them before they are created (see
            // bulk-import).
            { name: 'zod', test: /node_modules\/zod\// },
            // Code that nearly every page uses, as one file: dozens of small files would cost more in round trips
            // than they save in bytes.
            { name: 'shared', test: isEveryday },
            // The rest of what loads before any page: the layout around it.
            { name: 'frame', test: /frontend\/src\/app\/|lucide-react/, tags: ['$initial'] },
            // Code that some pages share, grouped by topic, rather than a file per icon.
            { name: 'icons', test: /lucide-react/, minShareCount: 2 },
            { name: 'text', test: /shared\/ui\/markdown\/(markdown|option-text|code-block)\.tsx/ },
            { name: 'plots', test: /shared\/ui\/plot\//, minShareCount: 2 },
            {
              name: 'practicing',
              // Without what loads on demand: other ways to select questions, and the end of a session.
              test: /features\/practice\/(?!messages|end-messages|select-by-mode|select-for-|select-unseen|learner-modes|run-end|step-left|moments|completed-|missed-list|open-|typed-|mock-|exam-|forecast-|save-answer|learner-preview|kept-session|continued-run|unfinished|filter-fields|practice-session)/,
              minShareCount: 2,
            },
          ],
        },
      },
    },
  },
})
