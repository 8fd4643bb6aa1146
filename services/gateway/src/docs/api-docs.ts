import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { DomainError } from '@rehearse/contracts'
import type { App } from '@rehearse/service-kit'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { ownRoute, routes } from '../routes.ts'
import { docsPage } from './docs-page.ts'
import type { OpenApiDocument } from './openapi-document.ts'

/** Something that doesn't change while we run. */
interface Page {
  type: string
  content: string
  tag: string
}

/** GET /api/openapi.json and, for people, GET /api/docs with its script and style; all of them made once. */
export async function installApiDocs(app: App, openApiFile: string): Promise<void> {
  const document = await readFile(openApiFile, 'utf8')
  const json = pageOf('application/json; charset=utf-8', document)
  const html = pageOf('text/html; charset=utf-8', docsPage(JSON.parse(document) as OpenApiDocument, routes))
  const files = await readFiles(join(import.meta.dirname, 'page'))

  const jsonRow = ownRoute('GET', '/api/openapi.json')
  app.get(
    jsonRow.path,
    {
      config: { access: jsonRow.access, row: jsonRow },
      schema: { tags: ['platform'], summary: 'This document' },
    },
    (request, reply) => send(request, reply, json),
  )
  const htmlRow = ownRoute('GET', '/api/docs')
  app.get(
    htmlRow.path,
    {
      config: { access: htmlRow.access, row: htmlRow },
      schema: { tags: ['platform'], summary: 'This document, for people' },
    },
    (request, reply) => send(request, reply, html),
  )
  const fileRow = ownRoute('GET', '/api/docs/:file')
  app.get(
    fileRow.path,
    {
      config: { access: fileRow.access, row: fileRow },
      schema: {
        tags: ['platform'],
        summary: 'What the document for people is shown with',
        params: z.object({ file: z.string().max(100) }),
      },
    },
    (request, reply) => {
      const file = files.get(request.params.file)
      if (file === undefined) {
        throw new DomainError({ kind: 'not-found', code: 'not_found', message: 'Not found' })
      }
      return send(request, reply, file)
    },
  )
}

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
}

async function readFiles(folder: string): Promise<ReadonlyMap<string, Page>> {
  const names = (await readdir(folder)).filter((name) => types[extname(name)] !== undefined)
  const pages = names.map(
    async (name) =>
      [name, pageOf(types[extname(name)] ?? '', await readFile(join(folder, name), 'utf8'))] as const,
  )
  return new Map(await Promise.all(pages))
}

const pageOf = (type: string, content: string): Page => ({
  type,
  content,
  tag: `"${createHash('sha256').update(content).digest('base64url').slice(0, 27)}"`,
})

function send(request: FastifyRequest, reply: FastifyReply, { type, content, tag }: Page): FastifyReply {
  reply.header('etag', tag)
  if (request.headers['if-none-match'] === tag) return reply.code(304).send()
  return reply.type(type).send(content)
}
