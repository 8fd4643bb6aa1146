import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryRoot } from '@rehearse/local-platform'
import { readLicences } from './licences.ts'
import { measurePages } from './size-budget.ts'

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
for (const { name, run } of checks()) {
  const begun = performance.now()
  const { ok, output } = await run()
  const seconds = ((performance.now() - begun) / 1000).toFixed(1)
  process.stdout.write(`${ok ? '✓' : '✗'} ${name} (${seconds} s)\n`)
  if (ok) continue
  failed.push(name)
  process.stdout.write(`${output.trim()}\n\n`)
}
process.stdout.write(failed.length === 0 ? 'All checks passed.\n' : `Failed: ${failed.join(', ')}\n`)
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
  if (existsSync(at('deploy/openapi/generate.ts'))) {
    list.push({ name: 'OpenAPI and permissions are up to date', run: documentsAreUpToDate })
  }
  if (existsSync(at('deploy/openapi/generate-events.ts'))) {
    list.push({
      name: 'docs of events are up to date',
      run: () => command(process.execPath, 'deploy/openapi/generate-events.ts', '--check'),
    })
  }
  list.push({
    name: 'Kubernetes manifests',
    run: () => command(process.execPath, 'deploy/kubernetes/check.ts'),
  })
  list.push({ name: 'licences of packages', run: async () => licencesAreAgreed() })
  list.push({ name: 'JavaScript of a first visit', run: measurePages })
  return list
}

async function importRules(): Promise<Outcome> {
  const folders = ['libs', 'services', 'frontend', 'deploy', 'tests'].filter((folder) =>
    existsSync(at(folder)),
  )
  return tool('depcruise', '--config', '.dependency-cruiser.cjs', ...folders)
}

function licencesAreAgreed(): Outcome {
  const { faults } = readLicences()
  return { ok: faults.length === 0, output: faults.join('\n') }
}

/** Generates them anew: a difference means that somebody has forgotten to. The new ones are left in place. */
async function documentsAreUpToDate(): Promise<Outcome> {
  const read = (name: string) => (existsSync(at(name)) ? readFileSync(at(name), 'utf8') : '')
  const names = ['docs/openapi.json', 'docs/permissions.md']
  const before = names.map(read)
  const generated = await command(process.execPath, 'deploy/openapi/generate.ts')
  if (!generated.ok) return generated
  const stale = names.filter((name, index) => read(name) !== before[index])
  if (stale.length === 0) return generated
  return { ok: false, output: `${stale.join(', ')}: out of date, and now generated anew; commit it.` }
}

function tool(name: string, ...args: string[]): Promise<Outcome> {
  return command(at(`node_modules/.bin/${name}`), ...args)
}

function command(file: string, ...args: string[]): Promise<Outcome> {
  return new Promise((resolve) => {
    const child = spawn(file, args, {
      cwd: repositoryRoot,
      stdio: ['ignore', 'pipe', 'pipe'],
      // The tools are scripts that begin with `env node`: it has to be this one.
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
