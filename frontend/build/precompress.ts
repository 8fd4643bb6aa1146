import { readdir, readFile, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin, ResolvedConfig } from 'vite'
import { folderOf } from './page-files.ts'

const compressible = new Set(['.js', '.css', '.html', '.svg', '.json', '.md', '.txt', '.webmanifest'])
/** From this size on, the best quality takes ten times as long for a twentieth of the size. */
const LARGE = 1_000_000
/** Below this size, compression saves no packet. */
const SMALLEST = 1_000

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

/**
 * Writes a `.br` and a `.gz` next to every text file of the build, so that the gateway never compresses at run time.
 */
export function precompress(): Plugin {
  let config: ResolvedConfig
  return {
    name: 'precompress',
    apply: 'build',
    configResolved(resolved) {
      config = resolved
    },
    async closeBundle() {
      const root = folderOf(config)
      const files = await readdir(root, { recursive: true, withFileTypes: true })
      const wanted = files.filter((file) => file.isFile() && compressible.has(extname(file.name)))
      await Promise.all(wanted.map((file) => compress(join(file.parentPath, file.name))))
    },
  }
}

async function compress(path: string): Promise<void> {
  const content = await readFile(path)
  if (content.length < SMALLEST) return
  const [brotli, gzipped] = await Promise.all([
    toBrotli(content, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: content.length < LARGE ? constants.BROTLI_MAX_QUALITY : 9,
        [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      },
    }),
    toGzip(content, { level: constants.Z_BEST_COMPRESSION }),
  ])
  await Promise.all([writeFile(`${path}.br`, brotli), writeFile(`${path}.gz`, gzipped)])
}
