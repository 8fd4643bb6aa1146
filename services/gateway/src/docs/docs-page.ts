import type { Route } from '../routes.ts'
import { escaped } from './html.ts'
import type { OpenApiDocument, Operation } from './openapi-document.ts'
import { type Content, type Response, referred } from './openapi-document.ts'
import { shapeOf } from './shape.ts'
import { tryForm } from './try-form.ts'

/** The page at /api/docs: each call of the table with what the OpenAPI document says of it. page/docs.js opens and tries them. */
export function docsPage(document: OpenApiDocument, rows: readonly Route[]): string {
  const calls = rows.map((row) => ({ row, operation: operationOf(document, row) }))
  const sections = [...Map.groupBy(calls, ({ row, operation }) => operation.tags?.[0] ?? row.upstream)].sort(
    ([a], [b]) => a.localeCompare(b),
  )
  const schemas = Object.entries(document.components?.schemas ?? {})
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark light">
<link rel="icon" href="/favicon.svg">
<title>${escaped(document.info.title)}: calls</title>
<link rel="stylesheet" href="/api/docs/docs.css">
<script type="module" src="/api/docs/docs.js"></script>
</head>
<body>
<a class="skip" href="#calls">Skip to the calls</a>
<header>
<h1>${escaped(document.info.title)}: calls</h1>
<p>${prose(document.info.description ?? '')}</p>
<p>The same for machines: <a href="/api/openapi.json">openapi.json</a></p>
</header>
<noscript><p>Calls are opened and tried by a script. Without it, read openapi.json.</p></noscript>
<form class="tools" role="search" hidden>
<label>Filter <small>by path, words or who may call</small><input type="search" name="filter" autocomplete="off" spellcheck="false"></label>
<label>Call as<select name="as"><option value="learner">the learner signed in here</option><option value="admin">the admin signed in here</option><option value="token">who has this token</option><option value="visitor">a visitor</option></select></label>
<label class="token" hidden>Token<input name="token" autocomplete="off" spellcheck="false"></label>
<p class="count" role="status"></p>
</form>
<div class="columns">
<nav aria-label="Sections"><ul>
${[...sections.map(([tag]) => tag), 'schemas'].map((tag) => `<li><a href="#${idOf(tag)}">${escaped(tag)}</a></li>`).join('\n')}
</ul></nav>
<main id="calls">
${sections
  .map(
    ([tag, inside]) =>
      `<section id="${idOf(tag)}"><h2>${escaped(tag)}</h2>\n${inside.map(({ row, operation }) => callSection(row, operation, document)).join('\n')}\n</section>`,
  )
  .join('\n')}
<section id="${idOf('schemas')}"><h2>schemas</h2>
${schemas.map(([name, schema]) => `<details class="schema" id="schema-${escaped(name)}"><summary><h3><code>${escaped(name)}</code></h3></summary><template><div class="inside"><pre tabindex="0">${shapeOf(schema)}</pre></div></template></details>`).join('\n')}
</section>
</main>
</div>
</body>
</html>
`
}

function operationOf(document: OpenApiDocument, { method, path }: Route): Operation {
  return document.paths?.[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()] ?? {}
}

const idOf = (tag: string) => `section-${tag.toLowerCase()}`

/** Of Markdown the descriptions have no more than code. */
const prose = (text: string) => escaped(text).replace(/`([^`]+)`/g, '<code>$1</code>')

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
function callSection(row: Route, operation: Operation, document: OpenApiDocument): string {
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
