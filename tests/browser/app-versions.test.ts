import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPage } from '../support/browser.ts'

const workerFile = new URL('../../frontend/build/worker/service-worker.js', import.meta.url)

/** A build of two files, each of which contains its version. */
const build = (version: string): Record<string, string> => ({
  '/index.html': `<!doctype html><html lang="en"><title>${version}</title><h1>page of ${version}</h1></html>`,
  '/assets/chunk.js': `export const version = '${version}'`,
})

let server: Server
let url: string
let worker: string
/** What the server has at the moment: the files, and the list that the worker was built with. */
let served: Record<string, string>
let listed: Record<string, string>

function serve(files: Record<string, string>, list = files): void {
  served = files
  listed = list
}

const digest = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`
const workerOf = (files: Record<string, string>) => {
  const digests = Object.fromEntries(Object.entries(files).map(([path, text]) => [path, digest(text)]))
  const version = digest(JSON.stringify(digests)).slice(7, 19)
  return `const version = ${JSON.stringify(version)}\nconst files = ${JSON.stringify(digests)}\n${worker}`
}

beforeAll(async () => {
  worker = await readFile(workerFile, 'utf8')
  server = createServer((request, reply) => {
    const path = request.url === '/' ? '/index.html' : (request.url ?? '')
    const body = path === '/sw.js' ? workerOf(listed) : served[path]
    const type = path.endsWith('.js') ? 'text/javascript' : 'text/html'
    reply.writeHead(body === undefined ? 404 : 200, { 'content-type': type, 'cache-control': 'no-cache' })
    reply.end(body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server?.closeAllConnections()
  server?.close()
})

const register = (page: Page) =>
  page.evaluate(`navigator.serviceWorker.register('/sw.js').then((registration) => {
    globalThis.registration = registration
    return navigator.serviceWorker.ready.then(() => true)
  })`)
/** Looks for a newer worker. @returns its state: `installed` and waiting, or `redundant` */
const update = (page: Page) =>
  page.evaluate<string>(`registration.update().then(() => new Promise((ended) => {
    const next = registration.installing ?? registration.waiting
    const settle = () => ['installed', 'redundant'].includes(next.state) && ended(next.state)
    next.addEventListener('statechange', settle)
    settle()
  }))`)
const seen = async (page: Page) => ({
  page: await page.getByRole('heading').textContent(),
  chunk: await page.evaluate<string>("import('/assets/chunk.js').then(({ version }) => version)"),
})

test('a page gets files of one build only, whatever is deployed while it is open', async () => {
  serve(build('one'))
  const page = await openPage(url, { serviceWorkers: 'allow' })
  await register(page)
  await page.reload()
  expect(await seen(page)).toEqual({ page: 'page of one', chunk: 'one' })

  // Partly deployed: the worker is new, one of its files is still old.
  await register(page)
  serve({ ...build('two'), '/assets/chunk.js': build('one')['/assets/chunk.js'] ?? '' }, build('two'))
  expect(await update(page)).toBe('redundant')
  await page.reload()
  expect(await seen(page)).toEqual({ page: 'page of one', chunk: 'one' })

  // Fully deployed: the worker waits, and open pages keep the old files.
  await register(page)
  serve(build('two'))
  expect(await update(page)).toBe('installed')
  await page.reload()
  expect(await seen(page)).toEqual({ page: 'page of one', chunk: 'one' })

  // On request it takes over completely.
  await register(page)
  await page.evaluate(`new Promise((changed) => {
    navigator.serviceWorker.addEventListener('controllerchange', changed)
    registration.waiting.postMessage('take-over')
  })`)
  await page.reload()
  expect(await seen(page)).toEqual({ page: 'page of two', chunk: 'two' })
})
