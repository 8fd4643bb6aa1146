import { join } from 'node:path'
import { build } from 'vite'
import { challengeLibraries } from './challenge-libraries-plugin.ts'

/** As Playwright's `route.fulfill` takes it. */
export interface ServedFile {
  contentType: string
  body: string
}

const entry = join(import.meta.dirname, '../src/features/coding/type-checker.ts')

/**
 * A site, by path, whose page can import `/client.js`: the page's side of the type checker with its worker and its
 * declarations, as the app builds them. For tests and measurements.
 */
export async function buildTypeCheckerSite(): Promise<ReadonlyMap<string, ServedFile>> {
  const output = await build({
    configFile: false,
    logLevel: 'error',
    base: '/',
    plugins: [challengeLibraries()],
    worker: { format: 'es' },
    build: {
      write: false,
      target: 'es2023',
      assetsInlineLimit: 0,
      rolldownOptions: {
        input: entry,
        preserveEntrySignatures: 'strict',
        output: { entryFileNames: 'client.js' },
      },
    },
  })
  const [first] = Array.isArray(output) ? output : [output]
  if (!first || !('output' in first)) throw new Error('the type checker was not built')
  const files = first.output.map((file): [string, ServedFile] => [
    `/${file.fileName}`,
    {
      contentType: file.fileName.endsWith('.js') ? 'text/javascript' : 'application/json',
      body: file.type === 'chunk' ? file.code : String(file.source),
    },
  ])
  const page = { contentType: 'text/html', body: '<!doctype html><html lang="en"></html>' }
  return new Map([['/', page], ...files])
}
