import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { repositoryRoot } from '@rehearse/local-platform'
import { buildFrontend } from './build-frontend.ts'
import { readLicences } from './licences.ts'

interface Chunk {
  file: string
  imports?: string[]
}

/** The limit for JavaScript on the first visit to a page: compressed, in kB. */
const BUDGET = 150

/** The script that each page needs before it can be used. Code highlighting and background work load later. */
const pages: Record<string, string> = {
  '/': 'src/features/home/home.tsx',
  '/questions': 'src/features/practice/practice.tsx',
}

/** Measures the built pages. @returns the size of each, and whether all are within the budget */
async function measurePages(): Promise<{ ok: boolean; output: string }> {
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

interface Check {
  name: string
  run: () => Promise<Outcome>
}

interface Outcome {
  ok: boolean
  output: string
}

const at = (path: string) => join(repositoryRoot, path)
const failed: string[] = []
const all = checks()
for (const { name, run } of all) {
  const begun = performance.now()
  const { ok, output } = await run()
  const seconds = ((performance.now() - begun) / 1000).toFixed(1)
  process.stdout.write(`${ok ? '✓' : '✗'} ${name} (${seconds} s)\n`)
  if (ok) continue
  failed.push(name)
  process.stdout.write(`${output.trim()}\n\n`)
}
process.stdout.write(failed.length === 0 ? 'All checks passed.\n' : `Failed: ${failed.join(', ')}\n`)
process.stdout.write(`${all.length - failed.length} passed, ${failed.length} failed\n`)
process.exitCode = failed.length === 0 ? 0 : 1

function checks(): Check[] {
  const projects = ['tsconfig.json', 'frontend/tsconfig.json'].filter((project) => existsSync(at(project)))
  const list: Check[] = projects.map((project) => ({
    name: `types, ${project}`,
    run: () => tool('tsc', '--noEmit', '-p', project),
  }))
  list.push({ name: 'format and lint', run: () => tool('biome', 'check', '--error-on-warnings') })
  if (existsSync(at('.dependency-cruiser.cjs'))) {
    list.push({ name: 'import rules', run: importRules })
  }
  list.push({ name: 'unused code', run: () => tool('knip', '--no-progress') })
  list.push({ name: 'generated documents', run: documentsAreUpToDate })
  list.push({
    name: 'Kubernetes manifests',
    run: () => command(process.execPath, 'deploy/kubernetes/check.ts'),
  })
  list.push({ name: 'package licenses', run: async () => licencesAreAgreed() })
  list.push({ name: 'JavaScript size of a first visit', run: measurePages })
  return list
}

async function importRules(): Promise<Outcome> {
  const folders = ['libs', 'services', 'frontend', 'deploy', 'tests'].filter((folder) =>
    existsSync(at(folder)),
  )
  return tool('depcruise', '--config', '.dependency-cruiser.cjs', ...folders)
}

function licencesAreAgreed(): Outcome {
  const { problems } = readLicences()
  return { ok: problems.length === 0, output: problems.join('\n') }
}

/** Regenerates the documents: a difference means that they weren't committed. The new ones are left in place. */
async function documentsAreUpToDate(): Promise<Outcome> {
  const read = (name: string) => (existsSync(at(name)) ? readFileSync(at(name), 'utf8') : '')
  const names = ['openapi.json', 'permissions.md', 'events.md', 'configuration.md'].map(
    (name) => `docs/${name}`,
  )
  const before = names.map(read)
  const generated = await command(process.execPath, 'deploy/openapi/generate-all.ts')
  if (!generated.ok) return generated
  const stale = names.filter((name, index) => read(name) !== before[index])
  if (stale.length === 0) return generated
  return { ok: false, output: `${stale.join(', ')}: out of date, now regenerated: commit the changes.` }
}

function tool(name: string, ...args: string[]): Promise<Outcome> {
  return command(at(`node_modules/.bin/${name}`), ...args)
}

function command(file: string, ...args: string[]): Promise<Outcome> {
  return new Promise((resolve) => {
    const child = spawn(file, args, {
      cwd: repositoryRoot,
      stdio: ['ignore', 'pipe', 'pipe'],
      // The tools start with `env node`, which must be this version.
      env: { ...process.env, PATH: `${at('node_modules/.bin')}:${process.env.PATH}` },
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        output += chunk
      })
    }
    child.once('error', (error) => resolve({ ok: false, output: error.message }))
    child.once('close', (code) => resolve({ ok: code === 0, output }))
  })
}
