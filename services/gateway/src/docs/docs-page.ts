import type { Route } from '../routes.ts'
import type { OpenApiDocument, Operation, Parameter } from './openapi-document.ts'

const whoEnters: Readonly<Record<Route['access'], string>> = {
  anyone: 'anyone',
  'signed-in': 'anyone signed in',
  learner: 'learners',
  admin: 'admins',
  super_admin: 'super admins',
}

/** Inline on the page; the page's content security policy names its hash. */
export const docsStyle = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 60rem; margin: 0 auto; padding: 2rem 1rem; }
h2 { margin-block: 2.5rem 0.5rem; text-transform: capitalize; }
details { border: 1px solid color-mix(in srgb, currentColor 25%, transparent); border-radius: 0.5rem; margin-block: 0.5rem; }
summary { display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; padding: 0.6rem 1rem; cursor: pointer; }
summary b { min-width: 4rem; }
.who { margin-inline-start: auto; opacity: 0.8; }
.body { padding: 0 1rem 1rem; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: start; vertical-align: top; padding: 0.3rem 0.6rem; border-block-end: 1px solid color-mix(in srgb, currentColor 15%, transparent); }
pre { overflow-x: auto; padding: 0.75rem; border-radius: 0.5rem; background: color-mix(in srgb, currentColor 7%, transparent); font-size: 0.85rem; }
`

/** The page at /api/docs: each call of the table with its schemas from the OpenAPI document, in plain HTML. */
export function docsPage(document: OpenApiDocument, rows: readonly Route[]): string {
  const groups = Map.groupBy(rows, (row) => row.upstream)
  const sections = [...groups].map(([upstream, calls]) => {
    const items = calls.map((row) => call(row, operationOf(document, row)))
    return `<h2>${escaped(upstream)}</h2>\n${items.join('\n')}`
  })
  const schemas = Object.entries(document.components?.schemas ?? {}).map(
    ([name, schema]) =>
      `<details id="${escaped(name)}"><summary><code>${escaped(name)}</code></summary><div class="body">${json(schema)}</div></details>`,
  )
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="/favicon.svg">
<title>${escaped(document.info.title)}</title>
<style>${docsStyle}</style>
</head>
<body>
<main>
<h1>${escaped(document.info.title)}</h1>
<p>${escaped(document.info.description ?? '')}</p>
<p>The same for machines: <a href="/api/openapi.json">openapi.json</a>.</p>
${sections.join('\n')}
<h2>Schemas</h2>
${schemas.join('\n')}
</main>
</body>
</html>
`
}

function operationOf(document: OpenApiDocument, { method, path }: Route): Operation | undefined {
  return document.paths?.[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
}

function call(row: Route, operation: Operation | undefined): string {
  const parts = [
    paragraph(operation?.description),
    paragraph(
      `Limit: ${row.limit.toLowerCase()}. Body: at most ${(row.bodyLimit / 1024 / 1024).toFixed(0)} MB.`,
    ),
    parameters(operation?.parameters ?? []),
    content('Body', operation?.requestBody?.content),
    ...Object.entries(operation?.responses ?? {}).map(([status, response]) =>
      content(`${status} ${response.description ?? ''}`, response.content),
    ),
  ]
  return `<details><summary><b>${row.method}</b><code>${escaped(row.path)}</code><span>${escaped(operation?.summary ?? '')}</span><span class="who">${whoEnters[row.access]}</span></summary><div class="body">
${parts.filter(Boolean).join('\n')}
</div></details>`
}

const paragraph = (text: string | undefined) => (text ? `<p>${escaped(text)}</p>` : '')

function parameters(list: readonly Parameter[]): string {
  if (list.length === 0) return ''
  const rows = list.map(
    (parameter) =>
      `<tr><td><code>${escaped(parameter.name)}</code></td><td>${escaped(parameter.in)}${parameter.required ? ', required' : ''}</td><td>${escaped(parameter.description ?? '')}</td><td><code>${escaped(JSON.stringify(parameter.schema ?? {}))}</code></td></tr>`,
  )
  return `<table><thead><tr><th>Parameter</th><th>In</th><th>Meaning</th><th>Schema</th></tr></thead><tbody>${rows.join('')}</tbody></table>`
}

function content(title: string, types: Record<string, { schema?: unknown }> | undefined): string {
  const schemas = Object.entries(types ?? {}).map(
    ([type, { schema }]) => `<p><code>${escaped(type)}</code></p>${json(schema ?? {})}`,
  )
  return `<h3>${escaped(title)}</h3>${schemas.join('')}`
}

const json = (schema: unknown) => `<pre>${escaped(JSON.stringify(schema, null, 2))}</pre>`

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? '')
