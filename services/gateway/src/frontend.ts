import { createHash } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import type { IncomingHttpHeaders } from 'node:http'
import { join, resolve, sep } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { Directives } from './security/security-headers.ts'

/** None of our page paths contain a dot. */
const isFile = /\.[^/]*$/
/** Paths that are never pages, even if no route exists for them. */
const neverPages = /^(api|assets|\.well-known)(\/|$)|^(livez|readyz|metrics)$/

/**
 * Serves the built frontend. Files under `assets/` have a hash in their name and never change; everything else is
 * revalidated. Any path that isn't a file is a page of the frontend's router and gets `index.html`, or the page that
 * the build rendered for a first visit in the browser's language.
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
      // A query string isn't part of the rendered page, so the app starts right away.
      const isPlain = !request.url.includes('?')
      const page = isPlain ? await renderedPage(path || 'index', request.headers) : undefined
      if (!page) return reply.sendFile('index.html')
      request.policy = page.policy
      return reply.header('vary', 'accept-language').sendFile(page.file)
    },
  )
}

/** A page that the build rendered, and the policy that allows its inline content. */
interface RenderedPage {
  file: string
  policy: Directives
}

/**
 * Prerendered pages for first-time visitors, by page and language: `rendered/ar/questions.html` is `/questions` in
 * Arabic.
 *
 * @returns finds the page for a path and a browser
 */
async function openRenderedPages(
  root: string,
): Promise<(page: string, headers: IncomingHttpHeaders) => Promise<RenderedPage | undefined>> {
  const names = await readdir(join(root, 'rendered'), { recursive: true }).catch(() => [])
  const pages = new Map<string, Map<string, () => Promise<RenderedPage>>>()
  for (const name of names) {
    const [, language, page] = /^([a-z]+)[\\/]([\w-]+)\.html$/.exec(name) ?? []
    if (!language || !page) continue
    const inLanguages = pages.get(page) ?? new Map()
    pages.set(page, inLanguages.set(language, followPage(root, `rendered/${language}/${page}.html`)))
  }
  return async (page, headers) => {
    const inLanguages = pages.get(page)
    return (inLanguages?.get(firstLanguage(headers)) ?? inLanguages?.get('en'))?.()
  }
}

/** The policy lists the page's inline content by digest, so it is read again after a new build. */
function followPage(root: string, file: string): () => Promise<RenderedPage> {
  let known: { page: RenderedPage; changed: number } | undefined
  return async () => {
    const { mtimeMs: changed } = await stat(join(root, file))
    if (known?.changed !== changed) {
      known = { page: { file, policy: policyOf(await readFile(join(root, file), 'utf8')) }, changed }
    }
    return known.page
  }
}

function policyOf(html: string): Directives {
  const digests = (tag: string) =>
    [...html.matchAll(new RegExp(`<${tag}>(.*?)</${tag}>`, 'gs'))].map(
      ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
    )
  return { scriptSrc: ["'self'", ...digests('script')], styleSrc: ["'self'", ...digests('style')] }
}

/** A browser's first language is that of its interface, which the app uses as well. */
const firstLanguage = (headers: IncomingHttpHeaders): string =>
  /^\s*([a-z]+)/i.exec(headers['accept-language'] ?? '')?.[1]?.toLowerCase() ?? 'en'
