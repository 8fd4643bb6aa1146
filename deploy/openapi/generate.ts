import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { QUOTAS } from '@rehearse/contracts/quotas'
import { routes } from '../../services/gateway/src/routes.ts'
import { mergeDocuments } from './merge.ts'
import type { OpenApi } from './open-api.ts'
import { permissionsPage } from './permissions-page.ts'
import { describeServices } from './services.ts'

const docs = join(import.meta.dirname, '../../docs')
const skeleton = JSON.parse(await readFile(join(import.meta.dirname, 'skeleton.json'), 'utf8')) as OpenApi

const quotas = Object.fromEntries(
  Object.entries(QUOTAS).map(([name, { unit, daily, total }]) => [name, { unit, daily, total }]),
)
Object.assign(skeleton.info, { 'x-quotas': quotas })

const { document, faults } = mergeDocuments(skeleton, routes, await describeServices())
const permissions = permissionsPage(routes)
faults.push(...permissions.faults)
await write('openapi.json', `${JSON.stringify(document, null, 2)}\n`)
await write('permissions.md', permissions.text)
for (const fault of faults) process.stderr.write(`${fault}\n`)
process.exitCode = faults.length > 0 ? 1 : 0

/** With `--check` it only looks whether that is what is there. */
async function write(name: string, text: string): Promise<void> {
  const target = join(docs, name)
  if (!process.argv.includes('--check')) return writeFile(target, text)
  const present = await readFile(target, 'utf8').catch(() => '')
  if (present !== text) faults.push(`docs/${name} is out of date ${firstDifference(present, text)}`)
}

function firstDifference(present: string, wanted: string): string {
  const lines = present.split('\n')
  const line = wanted.split('\n').findIndex((text, index) => text !== lines[index])
  return `from line ${line + 1} on: node deploy/openapi/generate.ts writes it anew`
}
