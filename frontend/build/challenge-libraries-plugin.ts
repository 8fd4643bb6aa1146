import type { Plugin } from 'vite'
import { readTypeLibraries } from './challenge-libraries.ts'
import { buildTestLibrary, testLibraries } from './challenge-test-library.ts'

const name = 'virtual:challenge-libraries'
const id = `\0${name}`

/** Each asset of coding challenges: the name of the export with its URL, its file, and its content. */
const assets: readonly [variable: string, file: string, read: () => Promise<string>][] = [
  ['typeLibrariesUrl', 'challenge-types.json', async () => JSON.stringify(await readTypeLibraries())],
  ...testLibraries.map((one): [string, string, () => Promise<string>] => [
    `${one}LibraryUrl`,
    `challenge-${one}-library.txt`,
    () => buildTestLibrary(one),
  ]),
]

/**
 * What coding challenges load on demand, as files of the build: declarations for the type checker, and the libraries
 * that the runner evaluates before the learner's code.
 */
export function challengeLibraries(): Plugin {
  let isServed = false
  return {
    name: 'challenge-libraries',
    configResolved({ command }) {
      isServed = command === 'serve'
    },
    resolveId: (source) => (source === name ? id : undefined),
    async load(module) {
      if (module !== id) return undefined
      const exports = assets.map(async ([variable, file, read]) => {
        if (isServed) return `export const ${variable} = ${JSON.stringify(`/@challenge/${file}`)}`
        const reference = this.emitFile({ type: 'asset', name: file, source: await read() })
        return `export const ${variable} = import.meta.ROLLUP_FILE_URL_${reference}`
      })
      return (await Promise.all(exports)).join('\n')
    },
    configureServer(server) {
      for (const [, file, read] of assets) {
        let content: Promise<string> | undefined
        server.middlewares.use(`/@challenge/${file}`, async (_request, response) => {
          content ??= read()
          response.setHeader('content-type', file.endsWith('.json') ? 'application/json' : 'text/plain')
          response.end(await content)
        })
      }
    },
  }
}
