import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { routes } from '../../services/gateway/src/routes.ts'
import { mergeDocuments } from './merge.ts'
import type { OpenApi } from './open-api.ts'
import { describeServices } from './services.ts'

const target = join(import.meta.dirname, '../../docs/openapi.json')
const skeleton = JSON.parse(await readFile(join(import.meta.dirname, 'skeleton.json'), 'utf8')) as OpenApi

const { document, faults } = mergeDocuments(skeleton, routes, await describeServices())
const text = `${JSON.stringify(document, null, 2)}\n`
if (process.argv.includes('--check')) {
  const present = await readFile(target, 'utf8').catch(() => '')
  if (present !== text) faults.push(`docs/openapi.json is out of date ${firstDifference(present, text)}`)
} else {
  await writeFile(target, text)
}
for (const fault of faults) process.stderr.write(`${fault}\n`)
process.exitCode = faults.length > 0 ? 1 : 0

function firstDifference(present: string, wanted: string): string {
  const lines = present.split('\n')
  const line = wanted.split('\n').findIndex((text, index) => text !== lines[index])
  return `from line ${line + 1} on: node deploy/openapi/generate.ts writes it anew`
}
