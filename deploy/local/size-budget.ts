import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { buildFrontend } from './build-frontend.ts'

interface Chunk {
  file: string
  imports?: string[]
}

/** Compressed, in thousands of bytes: what the first visit to a page may load of JavaScript. */
const BUDGET = 150

/** What must be there before a page is shown. Colours of code, and what goes on in the background, come after. */
const pages: Record<string, string> = {
  '/': 'src/routes/learner/home.tsx',
  '/questions': 'src/routes/learner/questions.tsx',
}

/** Measures the built pages. @returns what each weighs, and whether all are within the budget */
export async function measurePages(): Promise<{ ok: boolean; output: string }> {
  const { dir } = await buildFrontend()
  const manifest: Record<string, Chunk> = JSON.parse(await readFile(join(dir, '.vite/manifest.json'), 'utf8'))
  const lines: string[] = []
  let ok = true
  for (const [page, route] of Object.entries(pages)) {
    const files = new Set(['index.html', route].flatMap((entry) => filesOf(manifest, entry)))
    const sizes = await Promise.all(
      [...files].map(async (file) => gzipSync(await readFile(join(dir, file))).length),
    )
    const total = sizes.reduce((sum, size) => sum + size, 0) / 1000
    if (total > BUDGET) ok = false
    lines.push(`${page}: ${total.toFixed(1)} of ${BUDGET} kB in ${files.size} files`)
  }
  return { ok, output: lines.join('\n') }
}

function filesOf(manifest: Record<string, Chunk>, entry: string, seen = new Set<string>()): string[] {
  if (seen.has(entry)) return []
  seen.add(entry)
  const chunk = manifest[entry]
  if (!chunk) throw new Error(`the build has no chunk ${entry}`)
  return [chunk.file, ...(chunk.imports ?? []).flatMap((name) => filesOf(manifest, name, seen))]
}
