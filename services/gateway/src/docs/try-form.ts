import type { Route } from '../routes.ts'
import { exampleOf } from './example.ts'
import { escaped } from './html.ts'
import type { Content, OpenApiDocument, Operation, Parameter, Schema } from './openapi-document.ts'
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
