import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RunnerReply } from '@rehearse/contracts'
import { launchChromium } from '@rehearse/testing'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { buildTestLibrary } from '../../frontend/build/challenge-test-library.ts'
import { installRunner, runCode } from '../support/code-runner.ts'
import { someOf } from '../support/depth.ts'
import '../support/platform.ts'

const { url } = inject('platform')

let browser: Browser
let page: Page
let origin: string
let folder: string
/** What reached the listener. A peer connection sends STUN, 20 bytes, to a server of the code's choice. */
let heard: string[]
let udp: Socket
let tcp: Server

beforeAll(async () => {
  udp = createSocket('udp4').on('message', (bytes) => {
    heard.push(bytes.readUInt32BE(4) === 0x2112a442 ? 'stun' : 'udp')
  })
  udp.bind(0, '127.0.0.1')
  tcp = createServer((socket) => {
    heard.push('tcp')
    socket.on('error', () => {}).destroy()
  }).listen(0, '127.0.0.1')
  await Promise.all([once(udp, 'listening'), once(tcp, 'listening')])
  folder = await mkdtemp(join(tmpdir(), 'runner-network-'))
  browser = await launchChromium([`--log-net-log=${join(folder, 'net.json')}`])
  const reply = (await (await fetch(`${url}/api/runner`)).json()) as RunnerReply
  origin = reply.origin ?? ''
})
afterAll(async () => {
  await browser?.close()
  udp?.close()
  tcp?.close()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  await page?.close()
  page = await browser.newPage({ baseURL: url })
  await page.goto('/')
  await installRunner(page)
  heard = []
})

const tcpUrl = () => `http://127.0.0.1:${(tcp.address() as AddressInfo).port}`
const connect = () => `((realm) => {
  const peer = new realm.RTCPeerConnection({ iceServers: [{ urls: 'stun:127.0.0.1:${udp.address().port}' }] })
  peer.createDataChannel('x')
  peer.createOffer().then((offer) => peer.setLocalDescription(offer))
  ;(realm.kept ??= []).push(peer)
})`
const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
const wait = { id: 'wait', input: 'new Promise((done) => setTimeout(done, 900, 1))', expectedOutput: '1' }

/** Tries each line; `page` is HTML that connects, `frame` the same inside a frame, `put` adds a node. */
async function runAll(lines: readonly string[], html = '') {
  const markup = `<script>${connect()}(window)</script>`
  const javascript = [
    `const page = ${JSON.stringify(markup).replaceAll('</', '<\\/')}`,
    `const frame = '<iframe srcdoc="' + ${JSON.stringify(escaped(markup))} + '"></iframe>'`,
    'const put = (node) => document.body.append(node)',
    "const make = () => document.createElement('iframe')",
    ...lines.map((line) => `try { (() => { ${line} })() } catch {}`),
  ].join('\n')
  const whole = html.replaceAll('FRAME', `<iframe srcdoc="${escaped(markup)}"></iframe>`)
  // Not the usual 1.5 s: dozens of frames and workers take longer on a busy machine.
  const run = await runCode(page, { kind: 'document', html: whole, javascript, tests: [wait] }, 10_000)
  await page.waitForTimeout(500)
  return run
}

const bySrcdoc = [
  'const f = make(); f.srcdoc = page; put(f)',
  "const f = make(); f.setAttribute('SRCDOC', page); put(f)",
  "const f = make(); f.setAttributeNS(null, 'srcdoc', page); put(f)",
  "const f = make(), a = document.createAttribute('srcdoc'); a.value = page; f.setAttributeNode(a); put(f)",
  "const f = make(), a = document.createAttribute('srcdoc'); f.setAttributeNode(a); a.value = page; put(f)",
  "const f = make(), a = document.createAttribute('srcdoc'); a.nodeValue = page; f.attributes.setNamedItem(a); put(f)",
  `const f = make(), d = document.createElement('div'); d.setAttribute('srcdoc', page)
   f.setAttributeNode(d.removeAttributeNode(d.getAttributeNode('srcdoc'))); put(f)`,
  "const f = document.implementation.createHTMLDocument('').createElement('iframe'); f.srcdoc = page; put(f)",
  `const f = new Document().createElementNS('http://www.w3.org/1999/xhtml', 'iframe')
   f.setAttribute('srcdoc', page); put(f)`,
  `class F extends HTMLIFrameElement {}; customElements.define('x-f', F, { extends: 'iframe' })
   const f = new F(); f.srcdoc = page; put(f)`,
  "const f = make(); f.srcdoc = trustedTypes.createPolicy('own', { createHTML: (h) => h }).createHTML(page); put(f)",
  "const f = make(); f.srcdoc = trustedTypes.defaultPolicy.createHTML(page, '', 'Element innerHTML'); put(f)",
]
const byMarkup = [
  "const d = document.createElement('div'); put(d); d.innerHTML = frame",
  "const d = document.createElement('div'); put(d); d.outerHTML = frame",
  "document.body.insertAdjacentHTML('beforeend', frame)",
  "const d = document.createElement('div'); put(d); d.setHTMLUnsafe(frame)",
  "const d = document.createElement('div'); put(d); d.attachShadow({ mode: 'open' }).innerHTML = frame",
  "const d = document.createElement('div'); put(d); d.setHTMLUnsafe('<p><template shadowrootmode=open>' + frame)",
  'put(document.createRange().createContextualFragment(frame))',
  "put(new DOMParser().parseFromString(frame, 'text/html').body.firstChild)",
  `put(new DOMParser().parseFromString(frame.replace('>', ' xmlns="http://www.w3.org/1999/xhtml">'), 'text/xml')
     .documentElement)`,
  `const entity = frame.replace('srcdoc', 'sr&#99;doc').replaceAll('<', '&#60;')
     .replace('>', ' xmlns="http://www.w3.org/1999/xhtml">')
   put(new DOMParser().parseFromString("<!DOCTYPE a [<!ENTITY x '" + entity.replaceAll("'", '&#38;apos;')
     + "'>]><a>&x;</a>", 'text/xml').documentElement.firstChild)`,
  'put(Document.parseHTMLUnsafe(frame).body.firstChild)',
  `const d = document.createElement('div'); d.contentEditable = 'true'; d.textContent = 'x'; put(d); d.focus()
   getSelection().selectAllChildren(d); document.execCommand('insertHTML', false, frame)`,
  'put(t.content.cloneNode(true))',
  `const sheet = '<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">'
     + '<xsl:template match="/"><xsl:element name="iframe" namespace="http://www.w3.org/1999/xhtml">'
     + '<xsl:attribute name="{concat(\\'src\\', \\'doc\\')}">' + page.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
     + '</xsl:attribute></xsl:element></xsl:template></xsl:stylesheet>'
   const xslt = new XSLTProcessor()
   xslt.importStylesheet(new DOMParser().parseFromString(sheet, 'text/xml'))
   put(xslt.transformToFragment(new DOMParser().parseFromString('<a/>', 'text/xml'), document))`,
  'document.write(frame.slice(0, 12)); document.write(frame.slice(12))',
]
const byAddress = () => [
  ...['about:blank', `data:text/html,' + encodeURIComponent(page) + '`].flatMap((address) =>
    ['iframe', 'object', 'embed', 'frame', 'fencedframe'].map(
      (name) => `const f = document.createElement('${name}')
        f.type = 'text/html'; f.src = f.data = '${address}'; put(f)
        const go = () => { for (let at = 0; at < length; at++) try { ${connect()}(window[at]) } catch {} }
        go(); setTimeout(go, 200)`,
    ),
  ),
  "const f = make(); f.src = URL.createObjectURL(new Blob([page], { type: 'text/html' })); put(f)",
  "const f = make(); f.src = 'javascript:' + encodeURIComponent(JSON.stringify(page)); put(f)",
  `const f = make(); f.name = 'named'; put(f)
   open('javascript:' + encodeURIComponent(JSON.stringify(page)), 'named')`,
  `${connect()}(window)`,
  `${connect()}(open('about:blank'))`,
  "location = 'javascript:' + encodeURIComponent(JSON.stringify(page))",
  `new Worker(URL.createObjectURL(new Blob([${JSON.stringify(`${connect()}(self)`)}])))`,
  `new RTCIceTransport().gather({ gatherPolicy: 'all', iceServers: [{ urls: 'stun:127.0.0.1:${udp.address().port}' }] })`,
]

test('an ordinary page reaches the listener', async () => {
  await page.evaluate(`${connect()}(window)`)
  await expect.poll(() => heard).toContain('stun')
})

// Without the allowlist, the runner's other rules have to hold alone.
describe.each(
  someOf([
    ['in a browser without a connection allowlist', false],
    ['with all headers of the runner', true],
  ] as const),
)('peer connections, %s, are blocked', (_which, isAllowlistKnown) => {
  beforeEach(async () => {
    if (isAllowlistKnown) return
    await page.route(`${origin}/`, async (route) => {
      const response = await route.fetch()
      const { 'connection-allowlist': _, ...headers } = response.headers()
      await route.fulfill({ response, headers })
    })
  })

  test('from a frame with its own document', async () => {
    expect((await runAll(bySrcdoc, 'FRAME')).end).toBe('done')
    expect(heard).toEqual([])
  })

  test('from markup', async () => {
    expect((await runAll(byMarkup, '<template id="t">FRAME</template>')).end).toBe('done')
    expect(heard).toEqual([])
  })

  test('from a frame with a URL, a window or a worker', async () => {
    expect((await runAll(byAddress())).end).toBe('done')
    expect(heard).toEqual([])
  })
})

test('markup without frames, code in strings and handlers still work', async () => {
  const run = await runCode(page, {
    kind: 'document',
    html: '<button id="b" onclick="state += 1">x</button><div id="d"></div>',
    javascript: `let state = 0
      d.innerHTML = '<p title="a &amp; b">text <b>bold</b></p>'
      d.insertAdjacentHTML('beforeend', '<i>more</i>')
      b.click(); b.setAttribute('onclick', 'state += 10'); b.click()
      const script = document.createElement('script'); script.textContent = 'state += 100'; d.append(script)
      state += eval('1000') + new Function('return 10000')()
      setTimeout('state += 100000')`,
    tests: [
      {
        id: 'html',
        input: "d.querySelector('p').title + d.querySelectorAll('b, i').length",
        expectedOutput: '"a & b2"',
      },
      {
        id: 'code',
        input: 'new Promise((done) => setTimeout(() => done(state), 20))',
        expectedOutput: '111111',
      },
    ],
  })
  expect(run.results).toMatchObject([{ passed: true }, { passed: true }])
  expect(run.console).toEqual([])
})

describe.each(someOf(['page', 'worker'] as const))('modules in a %s', (place) => {
  test('fetch nothing, open no socket and do not navigate out', async () => {
    const library = await buildTestLibrary(place)
    const run = async (lines: readonly string[]) => {
      const code = [
        'globalThis.tried = 0',
        ...lines.map((line) => `try { tried += 1; Promise.resolve(${line}).catch(() => {}) } catch {}`),
        `test('tried', async () => { await new Promise((done) => setTimeout(done, 600)); expect(tried).toBe(${lines.length}) })`,
      ].join('\n')
      const modules = [{ path: 'all.test.ts', code, isTrusted: true }]
      const tests = ['all.test.ts']
      const request = { in: place, library, modules, tests, entry: null, only: null, bail: false }
      return runCode(page, { kind: 'modules', ...request }, 10_000)
    }
    await fetch(tcpUrl()).catch(() => {})
    expect(heard).toEqual(['tcp'])
    heard = []
    const url = `${tcpUrl()}/`
    const { end, results } = await run([
      `fetch('${url}')`,
      `new WebSocket('${url.replace('http', 'ws')}')`,
      `new EventSource('${url}')`,
      `navigator.sendBeacon('${url}', 'x')`,
      `((request) => { request.open('GET', '${url}'); request.send() })(new XMLHttpRequest())`,
      `import('${url}a.js')`,
      `importScripts('${url}a.js')`,
      `new Worker('${url}a.js')`,
      `Object.assign(new Image(), { src: '${url}' })`,
      `open('${url}')`,
      `${connect()}(globalThis)`,
    ])
    expect([end, results.map(({ passed }) => passed)]).toEqual(['done', [true]])
    for (const leave of [`location = '${url}'`, `location.assign('${url}')`]) await run([leave])
    await page.waitForTimeout(500)
    expect(heard).toEqual([])
  })
})

test('navigating away opens no connection and resolves no host', async () => {
  const dns = 'looked-up.example'
  for (const leave of [
    `location = '${tcpUrl()}/'`,
    `location = 'http://${dns}/'`,
    `put(Object.assign(document.createElement('a'), { id: 'a', href: '${tcpUrl()}/' })); a.click()`,
    `document.head.append(Object.assign(document.createElement('meta'), { httpEquiv: 'refresh', content: '0;url=${tcpUrl()}/' }))`,
  ]) {
    await runAll([leave])
  }
  for (const tag of ['preconnect', 'dns-prefetch', 'prerender', 'prefetch']) {
    await runAll([
      `document.head.append(Object.assign(document.createElement('link'), { rel: '${tag}', href: '${tcpUrl()}/' }))`,
    ])
  }
  const rules = { prefetch: [{ urls: [`${tcpUrl()}/`], eagerness: 'immediate' }] }
  await runAll([
    `document.head.append(Object.assign(document.createElement('script'), { type: 'speculationrules', text: ${JSON.stringify(JSON.stringify(rules))} }))`,
    `new WebTransport('https://127.0.0.1:${udp.address().port}/')`,
    `fetchLater('${tcpUrl()}/', { activateAfter: 0 })`,
  ])
  expect(heard).toEqual([])
  await browser.close()
  expect(await readFile(join(folder, 'net.json'), 'utf8')).not.toContain(dns)
})
