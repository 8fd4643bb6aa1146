import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, extname, join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { DomainError, getApiDocs, getApiDocsFile, getOpenApi } from '@rehearse/contracts'
import { type App, hasETag, serve } from '@rehearse/service-kit'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ownRoute } from '../routes.ts'
import { acceptsGzip } from '../upstreams/response.ts'

const require = createRequire(import.meta.url)

/** A file that doesn't change while the gateway runs. */
interface File {
  type: string
  content: Buffer
  compressed: Promise<Buffer>
  etag: string
}

/** GET /api/openapi.json and GET /api/docs, which shows the same document in Swagger UI from our own origin. */
export async function installApiDocs(app: App, openApiFile: string): Promise<void> {
  const viewer = dirname(require.resolve('swagger-ui-dist/package.json'))
  const own = join(import.meta.dirname, 'api-docs')
  const [json, html, ...files] = await Promise.all([
    readFile(openApiFile).then((content) => fileOf('.json', content)),
    fileOf('.html', Buffer.from(page)),
    readNamed(viewer, 'swagger-ui.css'),
    readNamed(viewer, 'swagger-ui-bundle.js'),
    readNamed(own, 'docs.css'),
    readNamed(own, 'docs.js'),
  ])
  const byName = new Map(files)

  serve(app, getOpenApi, ownRoute(getOpenApi), (request, reply) => send(request, reply, json))
  serve(app, getApiDocs, ownRoute(getApiDocs), (request, reply) => send(request, reply, html))
  serve(app, getApiDocsFile, ownRoute(getApiDocsFile), (request, reply) => {
    const file = byName.get(request.params.file)
    if (file === undefined) {
      throw new DomainError({ kind: 'not-found', code: 'not_found', message: 'Not found' })
    }
    return send(request, reply, file)
  })
}

/** Nothing inline, so that it satisfies the content security policy of our pages. */
const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="/favicon.svg">
<title>API documentation</title>
<link rel="stylesheet" href="/api/docs/swagger-ui.css">
<link rel="stylesheet" href="/api/docs/docs.css">
<script defer src="/api/docs/swagger-ui-bundle.js"></script>
<script type="module" src="/api/docs/docs.js"></script>
</head>
<body>
<noscript><p>This page needs JavaScript. Without it, read <a href="/api/openapi.json">openapi.json</a>.</p></noscript>
<main id="docs"></main>
</body>
</html>
`

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
}

const readNamed = async (folder: string, name: string) =>
  [name, fileOf(extname(name), await readFile(join(folder, name)))] as const

const fileOf = (extension: string, content: Buffer): File => ({
  type: types[extension] ?? '',
  content,
  compressed: promisify(gzip)(content),
  etag: `W/"${createHash('sha256').update(content).digest('base64url').slice(0, 27)}"`,
})

async function send(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, content, compressed, etag }: File,
): Promise<FastifyReply> {
  const vary = reply.getHeader('vary')
  reply.headers({ etag, vary: vary === undefined ? 'accept-encoding' : `${vary}, accept-encoding` })
  if (hasETag(request.headers['if-none-match'], etag)) return reply.code(304).send()
  reply.type(type)
  if (!acceptsGzip(request.headers['accept-encoding'])) return reply.send(content)
  return reply.header('content-encoding', 'gzip').send(await compressed)
}
