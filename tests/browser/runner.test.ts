import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { RunnerReply } from '@rehearse/contracts'
import { RUN_ELEMENTS } from '@rehearse/contracts/constants'
import { launchChromium } from '@rehearse/testing'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { installRunner, runCode } from '../support/code-runner.ts'
import '../support/platform.ts'

const { url } = inject('platform')

let browser: Browser
let page: Page
let outside: Server
let outsideUrl: string
let asked: string[]

beforeAll(async () => {
  browser = await launchChromium()
  outside = createServer((request, reply) => {
    asked.push(`${request.method} ${request.url}`)
    reply.setHeader('access-control-allow-origin', '*').end('hello')
  })
  outside.on('upgrade', (request, socket) => {
    asked.push(`upgrade ${request.url}`)
    socket.destroy()
  })
  outside.listen(0, '127.0.0.1')
  await once(outside, 'listening')
  outsideUrl = `http://127.0.0.1:${(outside.address() as AddressInfo).port}`
  const context = await browser.newContext({ baseURL: url })
  page = await context.newPage()
})
afterAll(async () => {
  await browser?.close()
  outside?.close()
})
beforeEach(async () => {
  asked = []
  await page.goto('/')
  await page.evaluate("document.cookie = 'secret=of-the-page'; localStorage.setItem('secret', 'of-the-page')")
  await installRunner(page)
})

const frames = () => page.locator('iframe').count()

describe('code that ends', () => {
  test.each(['javascript', 'document'] as const)(
    'as %s: each test reports the value it received',
    async (kind) => {
      const run = await runCode(page, {
        kind,
        javascript:
          'const double = (n) => n * 2\nfunction later(n) { return Promise.resolve({ n, list: [n] }) }',
        tests: [
          { id: 'right', input: 'double(21)', expectedOutput: '42' },
          { id: 'promise', input: 'later(1)', expectedOutput: '{"list":[1],"n":1}' },
          { id: 'wrong', input: '[double(1), "x", undefined]', expectedOutput: '[3, "x"]' },
          { id: 'not-a-number', input: 'double("x")', expectedOutput: 'null' },
          { id: 'throws', input: 'missing()', expectedOutput: '1' },
          { id: 'no-expression', input: 'if (', expectedOutput: '1' },
        ],
      })
      expect(run.end).toBe('done')
      expect(run.results).toEqual([
        { testId: 'right', passed: true, got: '42' },
        { testId: 'promise', passed: true, got: '{"n": 1, "list": [1]}' },
        { testId: 'wrong', passed: false, got: '[2, "x", undefined]' },
        { testId: 'not-a-number', passed: false, got: 'NaN' },
        { testId: 'throws', passed: false, error: 'ReferenceError: missing is not defined' },
        { testId: 'no-expression', passed: false, error: expect.stringContaining('SyntaxError') },
      ])
    },
  )

  test('a document has its markup, styles, scripts and forms, and stays visible', async () => {
    const run = await runCode(page, {
      kind: 'document',
      html: '<form id="f"><input name="who" required></form><p id="out"></p><script>let seen = 1</script>',
      css: '#out { color: rgb(1, 2, 3) }',
      javascript: `document.addEventListener('DOMContentLoaded', () => { seen += 1 })
        f.addEventListener('submit', (event) => { event.preventDefault(); out.textContent = 'Hello ' + f.who.value })`,
      tests: [
        { id: 'style', input: 'getComputedStyle(out).color', expectedOutput: '"rgb(1, 2, 3)"' },
        { id: 'scripts', input: 'seen', expectedOutput: '2' },
        { id: 'invalid', input: 'f.checkValidity()', expectedOutput: 'false' },
        {
          id: 'submit',
          input: `(f.who.value = 'Ada', f.requestSubmit(), out.textContent)`,
          expectedOutput: '"Hello Ada"',
        },
      ],
    })
    expect(run.results.map(({ testId, passed }) => [testId, passed])).toEqual([
      ['style', true],
      ['scripts', true],
      ['invalid', true],
      ['submit', true],
    ])
    await expect.poll(() => page.frameLocator('iframe').locator('#out').textContent()).toBe('Hello Ada')
  })

  test.each(['javascript', 'document'] as const)(
    'as %s: the console is kept, within limits',
    async (kind) => {
      const run = await runCode(page, {
        kind,
        javascript: `console.log('a', 1, { b: [2] }); console.error(new TypeError('c')); Promise.reject('d')
        console.warn('x'.repeat(1e6)); for (let i = 0; i < 1e4; i++) console.info(i)`,
        tests: [{ id: 'long', input: '"y".repeat(1e6)', expectedOutput: '""' }],
      })
      expect(run.end).toBe('done')
      expect(run.console.slice(0, 2)).toEqual([
        { level: 'log', text: 'a 1 {"b": [2]}' },
        { level: 'error', text: 'TypeError: c' },
      ])
      expect(run.console[2]?.text).toHaveLength(2_000)
      expect(run.console).toHaveLength(200)
      expect(run.results[0]?.got).toHaveLength(2_000)
    },
  )

  test.each(['javascript', 'document'] as const)(
    'as %s: a syntax error is reported once, with its line, instead of tests',
    async (kind) => {
      const tests = [{ id: 'a', input: 'missing()', expectedOutput: '1' }]
      const run = await runCode(page, { kind, javascript: '// One\nconst one = 1\nconst = 2\n', tests })
      const text = expect.stringMatching(/^Uncaught SyntaxError: (?!Failed)/)
      expect(run.console).toEqual([{ level: 'error', text }])
      expect(run.syntaxError).toEqual({ text, line: 3 })
      expect(run.results).toEqual([{ testId: 'a', passed: false }])
    },
  )

  test.each(['javascript', 'document'] as const)(
    'as %s: a syntax error at run time does not keep the tests from running',
    async (kind) => {
      const tests = [{ id: 'a', input: 'one', expectedOutput: '1' }]
      const run = await runCode(page, { kind, javascript: 'var one = 1; JSON.parse("{")', tests })
      expect([run.syntaxError, run.results]).toEqual([null, [{ testId: 'a', passed: true, got: '1' }]])
    },
  )
})

describe('the focus', () => {
  const typing = () =>
    page.evaluate(
      "(document.querySelector('#typing') ?? document.body.appendChild(Object.assign(document.createElement('input'), { id: 'typing' }))).focus()",
    )
  const active = () => page.evaluate('document.activeElement.id || document.activeElement.localName')

  test('of tests stays where they set it when the learner clicks elsewhere meanwhile', async () => {
    const run = runCode(page, {
      kind: 'document',
      html: '<input id="a"><input id="b">',
      javascript: `const seen = []
        for (const type of ['focus', 'blur', 'focusin', 'focusout'])
          addEventListener(type, (event) => seen.push(type + ' ' + (event.target.id ?? 'window')), true)`,
      tests: [
        {
          id: 'moves',
          input: `(async () => {
            a.focus()
            seen.push('set')
            await new Promise((done) => setTimeout(done, 700))
            seen.push(document.activeElement.id)
            b.focus()
            return seen
          })()`,
          expectedOutput: JSON.stringify([
            ...['focus a', 'focusin a', 'set', 'a', 'blur a', 'focusout a', 'focus b', 'focusin b'],
          ]),
        },
      ],
    })
    await expect.poll(active, { interval: 20 }).toBe('iframe')
    await typing()
    expect((await run).results).toEqual([{ testId: 'moves', passed: true, got: expect.any(String) }])
  })

  test('goes to the first invalid field of a report, which shows no bubble', async () => {
    const run = await runCode(page, {
      kind: 'document',
      html: `<form id="form"><input id="a" required><input id="b" required><button id="send">Send</button></form>`,
      javascript: `const seen = []
        form.addEventListener('submit', (event) => event.preventDefault())
        for (const field of [a, b])
          field.addEventListener('invalid', (event) => seen.push(field.id + ' ' + event.defaultPrevented))
        const focused = (act) => { document.activeElement.blur(); act(); return document.activeElement.id }`,
      tests: [
        {
          id: 'check',
          input: '[form.checkValidity(), focused(() => a.checkValidity())]',
          expectedOutput: '[false,""]',
        },
        { id: 'seen', input: 'seen', expectedOutput: '["a false","b false","a false"]' },
        {
          id: 'report',
          input: '[form.reportValidity(), document.activeElement.id]',
          expectedOutput: '[false,"a"]',
        },
        { id: 'submit', input: 'focused(() => form.requestSubmit())', expectedOutput: '"a"' },
        { id: 'next', input: "a.value = 'x', focused(() => send.click())", expectedOutput: '"b"' },
        {
          id: 'own',
          input: `addEventListener('invalid', (event) => event.preventDefault(), true), focused(() => form.requestSubmit())`,
          expectedOutput: '""',
        },
      ],
    })
    expect(run.results.filter(({ passed }) => !passed)).toEqual([])
    expect([run.end, run.results.length]).toEqual(['done', 6])
  })

  test('stays with the learner while a preview renders, until they use it', async () => {
    await typing()
    await runCode(page, {
      kind: 'document',
      html: '<button id="a">a</button><input id="b">',
      javascript: 'b.focus(); a.onclick = () => b.focus()',
    })
    expect(await active()).toBe('typing')
    const preview = page.frameLocator('iframe')
    await preview.locator('#a').click()
    await expect.poll(() => preview.locator('body').evaluate('document.activeElement.id')).toBe('b')
    expect(await active()).toBe('iframe')
  })
})

describe('code that never ends', () => {
  const allocation = 'const kept = []; while (true) kept.push(new Array(1e5).fill(1))'
  test.each([
    ['javascript', 'a loop', 'while (true) {}'],
    ['javascript', 'an allocating loop', allocation],
    ['javascript', 'a flood of messages', 'while (true) postMessage({ type: "console" })'],
    ['document', 'a loop', 'while (true) {}'],
    ['document', 'a promise that calls itself', 'const go = () => Promise.resolve().then(go); go()'],
    ['document', 'growth', 'while (true) document.body.append(document.createElement("p"))'],
    ['document', 'messages to the parent page', 'while (true) parent.postMessage({ type: "console" }, "*")'],
  ] as const)('as %s: %s is stopped, and the page stays responsive', async (kind, _what, javascript) => {
    const run = await runCode(page, {
      kind,
      javascript,
      tests: [{ id: 't', input: '1', expectedOutput: '1' }],
    })
    expect(run.end).toMatch(/^(timed-out|too-loud)$/)
    expect(run.results).toEqual([{ testId: 't', passed: false }])
    // The parent page kept running meanwhile.
    if (run.end === 'timed-out') expect(run.ticks).toBeGreaterThan(5)
    expect(await frames()).toBe(0)
  })

  test.each(['javascript', 'document'] as const)('as %s: recursion ends as an error', async (kind) => {
    const run = await runCode(page, { kind, javascript: 'const again = () => again() + 1; again()' })
    expect(run.end).toBe('done')
    expect(run.console[0]?.text).toContain('Maximum call stack size exceeded')
  })

  test.each([
    ['hangs', 'setTimeout(() => { while (true) {} }, 1000)', 'timed-out'],
    [
      'grows',
      // At once, so that the page can still report its size.
      `setTimeout(() => { for (let i = 0; i <= ${RUN_ELEMENTS}; i++) document.body.append(document.createElement('p')) }, 1000)`,
      'too-large',
    ],
  ])('a page that %s after its tests is removed', async (_what, javascript, reason) => {
    expect((await runCode(page, { kind: 'document', javascript })).end).toBe('done')
    await expect.poll(() => page.evaluate('lost')).toEqual([reason])
    expect(await frames()).toBe(0)
  })
})

describe("code can't reach", () => {
  const calls = (to: string) => [
    `fetch('${to}/fetch').catch(() => {})`,
    `(() => { const x = new XMLHttpRequest(); x.open('GET', '${to}/xhr'); x.send() })()`,
    `new WebSocket('${to.replace('http', 'ws')}/socket')`,
    `new EventSource('${to}/events')`,
    `import('${to}/module.js').catch(() => {})`,
  ]
  const inPages = (to: string) => [
    `new Image().src = '${to}/image'`,
    `navigator.sendBeacon('${to}/beacon', 'x')`,
    `document.body.append(Object.assign(document.createElement('script'), { src: '${to}/script.js' }))`,
    `document.head.append(Object.assign(document.createElement('link'), { rel: 'stylesheet', href: '${to}/a.css' }))`,
    `document.head.append(Object.assign(document.createElement('link'), { rel: 'prefetch', href: '${to}/fetched' }))`,
    `document.body.append(Object.assign(document.createElement('iframe'), { src: '${to}/frame' }))`,
    `document.body.style.background = 'url(${to}/background)'`,
    `open('${to}/window')`,
    `parent.location = '${to}/parent'`,
    `top.location.href = '${to}/top'`,
  ]
  const wait = { id: 'wait', input: 'new Promise((done) => setTimeout(done, 400, 1))', expectedOutput: '1' }
  const tried = (lines: string[]) => lines.map((line) => `try { ${line} } catch {}`).join('\n')

  test('the network, from a worker', async () => {
    const run = await runCode(page, { javascript: tried(calls(outsideUrl)), tests: [wait] })
    expect(run.results[0]?.passed).toBe(true)
    expect(asked).toEqual([])
  })

  test('the network, from a document, and the parent page', async () => {
    const javascript = tried([...calls(outsideUrl), ...inPages(outsideUrl)])
    const run = await runCode(page, { kind: 'document', javascript, tests: [wait] })
    expect(run).toMatchObject({ end: 'done', results: [{ passed: true }] })
    expect(run.console.map(({ text }) => text)).toContain(
      `Blocked: there is no network here (${outsideUrl}/fetch)`,
    )
    expect(asked).toEqual([])
    expect(page.url()).toBe(`${url}/`)
  })

  test.each([
    ['a foreign address', () => `location.href = '${outsideUrl}/left'`],
    [
      'a foreign address, by a form',
      () =>
        `document.body.append(Object.assign(document.createElement('form'), { action: '${outsideUrl}/form' }))
        document.forms[0].submit()`,
    ],
    ['the platform', () => `location.href = '${url}/api/health'`],
  ])('leaving for %s', async (_where, javascript) => {
    await runCode(page, { kind: 'document', javascript: javascript(), tests: [wait] })
    await expect.poll(frames, { timeout: 20_000 }).toBe(0)
    expect(asked).toEqual([])
    expect(page.url()).toBe(`${url}/`)
  })

  test('cookies, storage and document of the parent page', async () => {
    const secrets = [
      'document.cookie',
      'localStorage.secret',
      'sessionStorage.length',
      'indexedDB.open("x")',
      'parent.document.title',
      'top.localStorage.secret',
      'frameElement.ownerDocument.title',
      'caches.keys()',
    ]
    const run = await runCode(page, {
      kind: 'document',
      tests: secrets.map((input, at) => ({ id: `secret-${at}`, input, expectedOutput: '""' })),
    })
    for (const [at, result] of run.results.entries()) {
      expect(result.error, secrets[at]).toMatch(/SecurityError|TypeError: .*null/)
    }
  })

  test('the runner, from pages of other origins', async () => {
    const { origin } = (await (await fetch(`${url}/api/runner`)).json()) as RunnerReply
    const other = await page.context().newPage()
    await other.goto(outsideUrl)
    await other.evaluate(`new Promise((loaded) => {
      const frame = Object.assign(document.createElement('iframe'), { src: '${origin}/', onload: loaded })
      globalThis.heard = []
      addEventListener('message', (event) => heard.push(event.data))
      document.body.append(frame)
    })`)
    expect(await other.evaluate('heard')).toEqual([])
    expect(other.frames()[1]?.url()).toMatch(/^chrome-error:/)
    await other.close()
  })

  test('the frame, from windows other than its parent; and the page, from windows other than its frame', async () => {
    await page.evaluate("globalThis.opened = open('about:blank')")
    const [, opened] = page.context().pages()
    const run = runCode(page, {
      kind: 'document',
      javascript: 'globalThis.state = "untouched"',
      tests: [
        {
          id: 'wait',
          input: 'new Promise((done) => setTimeout(done, 800, state))',
          expectedOutput: '"untouched"',
        },
      ],
    })
    await expect.poll(frames).toBe(1)
    await opened?.evaluate(`(() => {
      const forged = { kind: 'document', html: '', css: '', javascript: 'state = "taken"', tests: [] }
      opener.frames[0].postMessage({ type: 'run', request: forged }, '*')
      opener.postMessage({ type: 'result', testId: 'wait', passed: false, got: 'forged' }, '*')
      opener.postMessage({ type: 'done' }, '*')
    })()`)
    expect((await run).results).toEqual([{ testId: 'wait', passed: true, got: '"untouched"' }])
    await opened?.close()
  })
})
