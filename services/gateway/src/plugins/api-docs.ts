import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { App } from '@rehearse/service-kit'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { docsPage, docsStyle } from '../docs/docs-page.ts'
import type { OpenApiDocument } from '../docs/openapi-document.ts'
import { ownRoute, routes } from '../routes.ts'

/** GET /api/openapi.json and, for people, GET /api/docs. Both are made once: neither changes while we run. */
export async function installApiDocs(app: App, openApiFile: string): Promise<void> {
  const document = await readFile(openApiFile, 'utf8')
  const json = ownRoute('GET', '/api/openapi.json')
  app.get(
    json.path,
    {
      config: { access: json.access, row: json },
      schema: { tags: ['platform'], summary: 'This document' },
    },
    sendWithTag('application/json; charset=utf-8', document),
  )

  const html = docsPage(JSON.parse(document) as OpenApiDocument, routes)
  const docs = ownRoute('GET', '/api/docs')
  const styleHash = createHash('sha256').update(docsStyle).digest('base64')
  app.get(
    docs.path,
    {
      config: { access: docs.access, row: docs, policy: { styleSrc: [`'sha256-${styleHash}'`] } },
      schema: { tags: ['platform'], summary: 'This document, for people' },
    },
    sendWithTag('text/html; charset=utf-8', html),
  )
}

function sendWithTag(type: string, content: string) {
  const tag = `"${createHash('sha256').update(content).digest('base64url').slice(0, 27)}"`
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    reply.header('etag', tag)
    if (request.headers['if-none-match'] === tag) return reply.code(304).send()
    return reply.type(type).send(content)
  }
}
