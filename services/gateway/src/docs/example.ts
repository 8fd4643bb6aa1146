import { alternatives, type OpenApiDocument, referred, type Schema } from './openapi-document.ts'

/** What stands for values that must look like something. */
const formats: Readonly<Record<string, string>> = {
  uuid: '00000000-0000-4000-8000-000000000000',
  email: 'ada@example.org',
  uri: 'https://example.org/',
  date: '2026-01-31',
  'date-time': '2026-01-31T09:00:00.000Z',
}

/**
 * A value that a schema would take, to begin from: its own example where it has one. Of an object what is required, or
 * everything where nothing is.
 */
export function exampleOf(schema: Schema, document: OpenApiDocument, depth = 0): unknown {
  const name = referred(schema)
  if (name !== undefined) {
    const target = document.components?.schemas?.[name]
    // A schema may hold itself.
    return target === undefined || depth > 8 ? null : exampleOf(target, document, depth + 1)
  }
  const given = schema.example ?? schema.examples?.[0] ?? schema.default ?? schema.const ?? schema.enum?.[0]
  if (given !== undefined) return given
  const choice = alternatives(schema)?.[0]
  if (choice) return exampleOf(choice, document, depth + 1)
  if (schema.allOf) {
    return Object.assign({}, ...schema.allOf.map((part) => exampleOf(part, document, depth + 1)))
  }
  return byType(schema, document, depth)
}

function byType(schema: Schema, document: OpenApiDocument, depth: number): unknown {
  const [type] = [schema.type ?? 'object'].flat()
  switch (type) {
    case 'string':
      return (
        formats[schema.format ?? ''] ?? 'text'.padEnd(schema.minLength ?? 0, '.').slice(0, schema.maxLength)
      )
    case 'integer':
    case 'number':
      return Math.min(Math.max(1, schema.minimum ?? 1), schema.maximum ?? Number.MAX_SAFE_INTEGER)
    case 'boolean':
      return true
    case 'null':
      return null
    case 'array':
      return schema.minItems ? [exampleOf(schema.items ?? {}, document, depth + 1)] : []
    default:
      return objectExample(schema, document, depth)
  }
}

function objectExample({ properties = {}, required = [] }: Schema, document: OpenApiDocument, depth: number) {
  const names = required.length > 0 ? required : Object.keys(properties)
  return Object.fromEntries(
    names.map((name) => [name, exampleOf(properties[name] ?? {}, document, depth + 1)]),
  )
}
