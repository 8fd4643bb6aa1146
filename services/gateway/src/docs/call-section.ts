import type { Route } from '../routes.ts'
import { escaped } from './html.ts'
import {
  type Content,
  type OpenApiDocument,
  type Operation,
  type Response,
  referred,
} from './openapi-document.ts'
import { shapeOf } from './shape.ts'
import { tryForm } from './try-form.ts'

const whoEnters: Readonly<Record<Route['access'], string>> = {
  anyone: 'anyone',
  'signed-in': 'anyone signed in',
  learner: 'learners',
  'admin-enrollment': 'admins, also before a required second factor is set up',
  admin: 'admins',
  super_admin: 'super admins',
}

/**
 * One call: closed a line that says which, opened what it takes and gives, and a way to try it. The page is large, and few
 * of its calls are opened, so what is inside is a template until then.
 */
export function callSection(row: Route, operation: Operation, document: OpenApiDocument): string {
  const id = `${row.method} ${row.path}`.toLowerCase().replace(/[^a-z\d]+/g, '-')
  const facts = [
    `Open to ${whoEnters[row.access]}`,
    `counted as ${row.limit.toLowerCase()}`,
    ...(operation.requestBody ? [`a body of at most ${sizeOf(row.bodyLimit)}`] : []),
  ]
  return `<details class="call" id="${id}"><summary><h3><span class="method ${row.method.toLowerCase()}">${row.method}</span> <code>${escaped(row.path)}</code></h3><span class="what">${escaped(operation.summary ?? '')}</span><span class="who">${whoEnters[row.access]}</span></summary>
<template><div class="inside">
${operation.description ? `<p>${escaped(operation.description)}</p>` : ''}<p class="facts">${escaped(facts.join(', '))}. <a href="#${id}">Link to this call</a></p>
${tryForm(row, operation, document)}
${shapes('Body', operation.requestBody?.content)}
${Object.entries(operation.responses ?? {})
  .map(([status, response]) => {
    const { description = '', content } = resolved(response, document)
    return shapes(`${status === 'default' ? 'Otherwise' : status}: ${description}`, content)
  })
  .join('\n')}
</div></template></details>`
}

const sizeOf = (bytes: number) =>
  bytes < 1024 * 1024 ? `${Math.round(bytes / 1024)} KB` : `${Math.round(bytes / 1024 / 1024)} MB`

const resolved = (response: Response, { components }: OpenApiDocument): Response =>
  components?.responses?.[referred(response) ?? ''] ?? response

function shapes(title: string, content: Content = {}): string {
  // One shape may travel in several media types.
  const types = Map.groupBy(Object.entries(content), ([, { schema }]) => shapeOf(schema ?? {}))
  const parts = [...types].map(
    ([shape, of]) =>
      `<p class="type">${escaped(of.map(([type]) => type).join(', '))}</p><pre tabindex="0">${shape}</pre>`,
  )
  return parts.length === 0 && title === 'Body' ? '' : `<h4>${escaped(title)}</h4>${parts.join('')}`
}
