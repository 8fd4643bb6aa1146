import { writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { fileSettings } from '@rehearse/service-kit/config'
import { z } from 'zod'
import { config as gateway } from '../../services/gateway/src/config.ts'
import { config as identity } from '../../services/identity/src/config.ts'
import { config as media } from '../../services/media/src/config.ts'
import { config as progress } from '../../services/progress/src/config.ts'
import { questionsConfig as questions } from '../../services/questions/src/config.ts'

/** Writes docs/configuration.md from the services' schemas. */
const root = join(import.meta.dirname, '../..')
const target = join(root, 'docs/configuration.md')
const services = { gateway, questions, progress, identity, media }

interface Setting {
  name: string
  standard: string
  description: string
  services: string[]
}

const settings: Setting[] = []
for (const [service, schema] of Object.entries(services)) {
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  for (const [name, property] of Object.entries(properties)) {
    const { description, default: standard } = property as z.core.JSONSchema.JSONSchema
    if (description === undefined) throw new Error(`${name} of ${service} has no description`)
    const setting = {
      name,
      standard: required.includes(name) ? 'required' : standardOf(standard),
      description,
    }
    const same = settings.find((one) => one.name === name && one.standard === setting.standard)
    if (same) same.services.push(service)
    else settings.push({ ...setting, services: [service] })
  }
}

const shared = settings.filter(({ services: its }) => its.length > 1)
const rowsOf = (service: string) =>
  settings.filter(({ services: its }) => its.join() === service).map((one) => row(one))

const text = `# Configuration

Generated from the services’ schemas (\`services/*/src/config.ts\`) by \`npm run docs\`.

A service reads environment variables. If any are missing or invalid, it lists all of them and stops. An empty variable
counts as not set. \`npm start\` sets all variables itself, and reads only those in the [README](../README.md#configuration).

Secrets can be read from files whose path is in \`<name>_FILE\`: ${fileSettings.map((name) => `\`${name}_FILE\``).join(', ')}.

## Several services

| variable | service | default | meaning |
| --- | --- | --- | --- |
${shared.map((one) => row(one, who(one.services))).join('\n')}

${Object.keys(services)
  .map(
    (service) =>
      `## ${service}\n\n| variable | default | meaning |\n| --- | --- | --- |\n${rowsOf(service).join('\n')}`,
  )
  .join('\n\n')}
`

await writeFile(target, text)

function row({ name, standard, description }: Setting, service?: string): string {
  const cells = [`\`${name}\``, ...(service === undefined ? [] : [service]), standard, description]
  return `| ${cells.join(' | ')} |`
}

function who(its: readonly string[]): string {
  const all = Object.keys(services)
  if (its.length === all.length) return 'all'
  if (its.length === all.length - 1) return `all but ${all.find((name) => !its.includes(name))}`
  return its.join(', ')
}

function standardOf(value: unknown): string {
  if (value === undefined) return 'none'
  const shown = typeof value === 'string' && value.startsWith(root) ? relative(root, value) : String(value)
  return shown.includes(',') || shown.includes(':') || shown.includes('*')
    ? `\`${shown.replaceAll(',', ', ')}\``
    : shown
}
