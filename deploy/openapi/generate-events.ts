import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type EventEntry, events, schemaVersions } from '../../services/progress/src/learner/event-catalog.ts'

/** Writes docs/events.md from the catalog. */
const target = join(import.meta.dirname, '../../docs/events.md')

const text = `${[
  '# Events of a learner’s stream',
  '',
  'Generated from `services/progress/src/learner/event-catalog.ts` by `npm run docs`.',
  '',
  'Each learner has one stream, `learner-<id>`. Events are never changed or renamed. When the shape of an event changes, its',
  'version is incremented, and an upcaster converts older events when they are read. Fields marked **personal** are',
  'encrypted with the learner’s key and can’t be read after the learner is erased. The other fields contain no personal',
  'data. They are published on the event’s subject, if it has one, and statistics use them forever.',
  ...Object.entries(events).flatMap(([type, entry]) => section(type, entry)),
].join('\n')}\n`

await writeFile(target, text)

function section(type: string, entry: EventEntry): string[] {
  const version = schemaVersions[type as keyof typeof events]
  return [
    '',
    `## ${type}, version ${version}`,
    '',
    entry.meaning,
    publication(entry),
    '',
    '| field | type | |',
    '| --- | --- | --- |',
    ...fields(entry.clear, ''),
    ...fields(entry.personal, 'personal'),
  ]
}

function fields(schema: EventEntry['clear'], note: string): string[] {
  const { properties = {} } = schema.toJSONSchema({ unrepresentable: 'any' })
  return Object.entries(properties).map(
    ([name, property]) =>
      `| \`${name}\` | ${typeof property === 'object' ? kindOf(property) : 'any'} | ${note} |`,
  )
}

interface Property {
  type?: string | readonly string[] | undefined
  format?: string | undefined
  enum?: readonly unknown[] | undefined
  anyOf?: readonly unknown[] | undefined
  items?: unknown
}

/** Describes a JSON schema in a few words, short enough for a table. */
function kindOf(property: Property): string {
  if (property.enum) return property.enum.map((value) => `\`${value}\``).join(', ')
  if (property.anyOf) return property.anyOf.map((one) => kindOf(one as Property)).join(' or ')
  if (property.type === 'array') return `list of ${kindOf((property.items ?? {}) as Property)}`
  return property.format ?? [property.type ?? 'any'].flat().join(' or ')
}

function publication({ subject, isBatched }: EventEntry): string {
  if (subject === null) return 'Not published.'
  const batched = isBatched ? ', in batches: each message is an array of events' : ''
  return `Published on \`${subject}\`${batched}.`
}
