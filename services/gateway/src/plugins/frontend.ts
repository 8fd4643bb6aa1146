import { join, resolve, sep } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { openRenderedPages } from './rendered-pages.ts'

/** No page of ours has a dot in its name. */
const isFile = /\.[^/]*$/
/** Paths that are never pages, even where nothing answers on them. */
const neverPages = /^(api|assets|\.well-known)(\/|$)|^(livez|readyz|metrics)$/

/**
 * Serves the built frontend. Files under `assets/` carry a hash in their name and never change; all else is asked for
 * each time. What is no file is a page of the frontend's own router, which begins with `index.html`; or with what the
 * build has rendered for a first visit, in the browser's language.
 */
export async function installFrontend(app: FastifyInstance, directory: string): Promise<void> {
  const root = resolve(directory)
  const assets = join(root, 'assets') + sep
  const renderedPage = await openRenderedPages(root)
  await app.register(fastifyStatic, {
    root,
    serve: false,
    preCompressed: true,
    dotfiles: 'ignore',
    cacheControl: false,
    setHeaders: (reply, path) => {
      reply.header(
        'cache-control',
        path.startsWith(assets) ? 'public, max-age=31536000, immutable' : 'no-cache',
      )
    },
  })
  app.get<{ Params: { '*': string } }>(
    '/*',
    { config: { access: 'anyone' }, schema: { hide: true } },
    async (request, reply) => {
      const path = request.params['*']
      if (isFile.test(path)) return reply.sendFile(path)
      if (neverPages.test(path)) return reply.callNotFound()
      // What an address asks for beside its page was not rendered: the app begins at once.
      const isPlain = !request.url.includes('?')
      const page = isPlain ? await renderedPage(path || 'index', request.headers) : undefined
      if (!page) return reply.sendFile('index.html')
      request.policy = page.policy
      return reply.header('vary', 'accept-language').sendFile(page.file)
    },
  )
}
