import type { Route } from '../routes.ts'
import { callSection } from './call-section.ts'
import { escaped } from './html.ts'
import type { OpenApiDocument, Operation } from './openapi-document.ts'
import { shapeOf } from './shape.ts'

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
