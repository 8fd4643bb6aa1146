import type { Route } from '../routes.ts'
import { escaped } from './html.ts'
import type { Content, OpenApiDocument, Operation, Parameter, Schema } from './openapi-document.ts'
import { alternatives, referred } from './openapi-document.ts'
import { boundsOf } from './shape.ts'

/** Where a parameter may stand, as readers call it. */
const titles: Readonly<Record<string, string>> = { path: 'Path', query: 'Query', header: 'Headers' }

/** The form by which a call is tried. */
export function tryForm(row: Route, operation: Operation, document: OpenApiDocument): string {
  const groups = Map.groupBy(operation.parameters ?? [], (parameter) => parameter.in)
  const fields = Object.entries(titles).map(([place, title]) => {
    const parameters = groups.get(place)?.map((parameter) => parameterField(parameter, document)) ?? []
    return fieldset(title, parameters)
  })
  return `<form class="try" data-method="${row.method}" data-path="${escaped(row.path.replace(/:(\w+)/g, '{$1}'))}" data-access="${row.access}">
${fields.join('')}${bodyFields(operation.requestBody?.content, document)}
<p class="actions"><button class="send">Send</button><button type="button" class="stop" hidden>Stop</button></p>
<figure><figcaption>As a command <button type="button" class="copy">Copy</button></figcaption><pre class="curl" tabindex="0"></pre></figure>
<section class="reply" aria-label="Reply" aria-live="polite"></section>
</form>`
}

const fieldset = (title: string, fields: readonly string[]) =>
  fields.length === 0
    ? ''
    : `<fieldset><legend>${title}</legend><div class="fields">${fields.join('')}</div></fieldset>`

function parameterField(
  { name, in: place, required = false, schema = {}, description }: Parameter,
  document: OpenApiDocument,
) {
  const value = required ? String(exampleOf(schema, document) ?? '') : ''
  return field({ name, place, required, schema, hint: description, value })
}

/** Fields of a form where there are files to be chosen, else JSON. */
function bodyFields(content: Content | undefined, document: OpenApiDocument): string {
  const { properties = {}, required = [] } = content?.['multipart/form-data']?.schema ?? {}
  const hasFile = Object.values(properties).some(({ format }) => format === 'binary')
  if (hasFile) {
    const fields = Object.entries(properties).map(([name, schema]) =>
      field({ name, place: 'form', required: required.includes(name), schema, value: '' }),
    )
    return fieldset('Form', fields)
  }
  const schema = content?.['application/json']?.schema
  if (schema === undefined) return ''
  const text = JSON.stringify(exampleOf(schema, document), null, 2)
  const rows = Math.min(20, text.split('\n').length + 1)
  return `<label class="json">Body <small>application/json</small><textarea data-in="body" name="body" rows="${rows}" spellcheck="false" autocapitalize="off">${escaped(text)}</textarea></label>`
}

interface Field {
  name: string
  place: string
  required: boolean
  schema: Schema
  hint?: string | undefined
  value: string
}

function field({ name, place, required, schema, hint, value }: Field): string {
  const remark = [required ? 'required' : '', hint ?? boundsOf(schema)].filter(Boolean).join(', ')
  const attributes = `name="${escaped(name)}" data-in="${place}"${required ? ' required' : ''}`
  return `<label>${escaped(name)} <small>${escaped(remark)}</small>${input(schema, attributes, value)}</label>`
}

function input(schema: Schema, attributes: string, value: string): string {
  if (schema.format === 'binary') return `<input type="file" ${attributes}>`
  const choices = schema.enum ?? (schema.type === 'boolean' ? [true, false] : undefined)
  if (choices === undefined) {
    const placeholder = escaped(schema.format ?? [schema.type ?? ''].flat()[0] ?? '')
    return `<input ${attributes} value="${escaped(value)}" placeholder="${placeholder}" autocomplete="off" spellcheck="false">`
  }
  const options = choices.map((choice) => {
    const text = escaped(String(choice))
    return `<option${String(choice) === value ? ' selected' : ''}>${text}</option>`
  })
  return `<select ${attributes}><option></option>${options.join('')}</select>`
}

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
