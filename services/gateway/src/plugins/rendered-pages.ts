import { createHash } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import type { IncomingHttpHeaders } from 'node:http'
import { join } from 'node:path'
import type { Directives } from './security-headers.ts'

/** A page that the build has rendered, and what its own policy allows of what stands in it. */
interface RenderedPage {
  file: string
  policy: Directives
}

/**
 * Pages as a first visitor sees them, by page and language: `rendered/ar/questions.html` is `/questions` in Arabic.
 *
 * @returns finds the one for a page and a browser
 */
export async function openRenderedPages(
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

/** Its policy names what stands in it by digest, so it is read again when another build has come. */
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

/** What a browser names before all others is the language of its own interface, by which the app goes too. */
const firstLanguage = (headers: IncomingHttpHeaders): string =>
  /^\s*([a-z]+)/i.exec(headers['accept-language'] ?? '')?.[1]?.toLowerCase() ?? 'en'
