import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { repositoryRoot } from '@rehearse/local-platform'
import { buildFrontend } from '../../local/build-frontend.ts'
import type { LoadBenchmark } from '../src/benchmark.ts'
import { serviceCost } from '../src/process-cost.ts'
import { median } from '../src/statistics.ts'
import { type World, withWorld } from '../src/world.ts'

const goals = { slowdown: 2 }
const connections = 3
/** Attackers and ordinary learners use different addresses, so that limits per address distinguish them. */
const addresses = { attacker: '127.0.0.2', learner: '127.0.0.1' }
const password = 'only-for-this-run'
const learnerCount = 10
const services = ['gateway', 'questions', 'progress', 'identity', 'media'] as const

interface Call {
  method: 'GET' | 'POST'
  path: string
  headers?: Record<string, string>
  /** Large ones as bytes, which the measuring process needn't encode for each request. */
  body?: string | Buffer
  /** The client's address, if it isn't the attacker's. */
  from?: string
}

/** The requests of an attacker, and an ordinary request to the same endpoint for comparison. */
interface Attack {
  name: string
  perSecond: number
  hostile: (turn: number) => Call
  harmless: (turn: number) => Call
  /** Connections that send these bytes during the hostile phase and read nothing. */
  unread?: { connections: number; bytes: string }
}

/** Response times (ms) of ordinary requests, and the outcomes of the attacker's. */
interface Phase {
  reads: number[]
  saves: number[]
  signIns: number[]
  failed: number
  statuses: Map<number, number>
}

/**
 * Response times of ordinary learners during each attack, compared with as many harmless requests at the same rate.
 */
export const hostile: LoadBenchmark = {
  name: 'hostile',
  run: async ({ rounds, seconds, say, signal }) => {
    const rows: string[][] = [
      [
        'p99 in ms, harmless → hostile',
        'reads',
        '×',
        'saves',
        '×',
        'sign-in, median',
        'responses to the attacker',
      ],
    ]
    const verdicts: { holds: boolean; text: string }[] = []
    await withWorld(
      async (world) => {
        const learners = await registerMany(world, addresses.learner, learnerCount)
        const questionIds = await shippedQuestions(world)
        const memory = watchMemory(world)
        const attacks = await openAttacks(world, questionIds)
        await phase(world, learners, questionIds, 2)
        for (const attack of attacks) {
          const results: { harmless: Phase; hostile: Phase }[] = []
          for (let round = 1; round <= rounds; round += 1) {
            signal.throwIfAborted()
            say(`${attack.name}: round ${round} of ${rounds}`)
            const run = (calls: Attack['hostile']) =>
              phase(world, learners, questionIds, seconds, { calls, perSecond: attack.perSecond })
            const harmless = await run(attack.harmless)
            const close = attack.unread ? holdUnread(world, attack.unread) : () => {}
            const hostile = await run(attack.hostile).finally(close)
            results.push({ harmless, hostile })
            // The aftermath of an attack (queues, limits per minute) belongs to its round, not to the next one.
            await pause(2_000)
          }
          const slowdown = (of: 'reads' | 'saves') =>
            median(results.map((pair) => p99(pair.hostile[of]) / p99(pair.harmless[of])))
          const pair = (of: 'reads' | 'saves') =>
            (['harmless', 'hostile'] as const)
              .map((kind) => median(results.map((result) => p99(result[kind][of]))).toFixed(1))
              .join(' → ')
          const signIn = (kind: 'harmless' | 'hostile') =>
            median(results.flatMap((result) => result[kind].signIns)).toFixed(0)
          const failed = results.reduce((sum, result) => sum + result.hostile.failed, 0)
          rows.push([
            attack.name,
            pair('reads'),
            slowdown('reads').toFixed(2),
            pair('saves'),
            slowdown('saves').toFixed(2),
            `${signIn('harmless')} → ${signIn('hostile')}`,
            statusesOf(results.map((result) => result.hostile)),
          ])
          const worst = Math.max(slowdown('reads'), slowdown('saves'))
          verdicts.push({
            holds: worst <= goals.slowdown && failed === 0,
            text: `${attack.name}: p99 at most ${worst.toFixed(2)} × with harmless requests, goal ≤ ${goals.slowdown}; ${failed} requests of others failed`,
          })
        }
        verdicts.push(...memory.stop())
        say('waiting for the gateway to free its memory')
        await pause(30_000)
        const after = (await serviceCost(world.platform.innerUrls.gateway)).memory / 2 ** 20
        verdicts.push({
          holds: after <= memory.limit,
          text: `gateway: ${after.toFixed(0)} MB 30 s after the last attack`,
        })
      },
      signal,
      // The limits of production are part of the defense.
      { env: { questions: {} }, frontendDir: (await buildFrontend()).dir },
    )
    return { title: `attacks, ${connections} connections each, with production limits`, rows, verdicts }
  },
}

async function openAttacks(world: World, questionIds: readonly string[]): Promise<Attack[]> {
  const [attacker, ...familiar] = await registerMany(world, addresses.attacker, 25)
  if (!attacker) throw new Error('no attacker could register')
  const json = { 'content-type': 'application/json' }
  const as = (token: string) => ({ ...json, authorization: `Bearer ${token}` })
  const post = (path: string, body: unknown, headers: Record<string, string> = json): Call => ({
    method: 'POST',
    path,
    headers,
    body: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body),
  })
  const deep = '['.repeat(1_000_000)
  const deepest = Buffer.from(deep.repeat(18))
  const checkPath = (turn: number) => `/api/questions/unified/${questionIds[turn % questionIds.length]}/check`
  const answer = (turn: number) => ({
    answerId: randomUUID(),
    questionId: questionIds[turn % questionIds.length],
    answer: turn % 4,
    timeSpent: 10,
  })
  const attempt = (code: string) =>
    post(
      '/api/progress/challenges',
      {
        attemptId: randomUUID(),
        challengeId: 'todo-list',
        code: { javascript: code },
        results: [],
        score: 0,
        maxScore: 1,
        completed: false,
        timeSpent: 1,
      },
      as(attacker.token),
    )
  const imported = (html: string) =>
    post(
      '/api/questions/import',
      { content: moodle(html), format: 'moodle-xml', dryRun: true },
      as(world.adminToken),
    )
  // In MathML a paragraph doesn't close the previous one, so these nest.
  const nested = `<math>${'<p>'.repeat(80_000)}`
  const page = (): Call => ({ method: 'GET', path: '/' })
  const get = (path: string, times: number) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`.repeat(times)
  const asset = await largestAsset(world)
  // A new word each time: the gateway caches the others.
  const search = (turn: number): Call => ({
    method: 'GET',
    path: `/api/questions/unified/search?search=closure${turn}`,
  })
  const exported = ({ token }: Account): Call => ({
    method: 'GET',
    path: '/api/users/me/export',
    headers: { authorization: `Bearer ${token}` },
  })
  const uploaded = (svg: string): Call => ({
    method: 'POST',
    path: '/api/images?dryRun=true',
    headers: {
      authorization: `Bearer ${world.adminToken}`,
      'content-type': 'multipart/form-data; boundary=x',
    },
    body: `--x\r\ncontent-disposition: form-data; name="alt"\r\n\r\nA drawing\r\n--x\r\ncontent-disposition: form-data; name="file"; filename="a.svg"\r\n\r\n${svg}\r\n--x--\r\n`,
  })
  const drawing = (levels: number) =>
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 3">${'<g>'.repeat(levels)}${'</g>'.repeat(levels)}</svg>`
  // As many as one creation may have: 18 MB, mostly white space.
  const level = `${'['.repeat(60)}${' '.repeat(800)}${']'.repeat(60)}`
  const bulk = (rows: number) =>
    Buffer.from(`{"isBulkImport":true,"dryRun":true,"questions":[${Array(rows).fill(level).join(',')}]}`)
  const [large, small] = [bulk(19_500), bulk(1)]
  const create = (body: Buffer) => post('/api/questions/unified', body, as(world.adminToken))
  const invited = (turn: number): Call => ({
    ...post('/api/auth/register', {
      email: `${randomUUID()}@example.org`,
      password,
      confirmPassword: password,
      name: 'Bench',
    }),
    from: `127.0.1.${(turn % 60) + 1}`,
  })
  return [
    {
      name: 'pages, pipelined and not read',
      perSecond: 6,
      hostile: page,
      harmless: page,
      unread: { connections: 50, bytes: get('/', 300) },
    },
    {
      name: 'files, not read',
      perSecond: 6,
      hostile: page,
      harmless: page,
      unread: { connections: 60, bytes: get(asset, 90) },
    },
    {
      name: 'registrations from 60 addresses beside searches',
      perSecond: 24,
      hostile: (turn) => (turn % 3 === 0 ? invited(turn / 3) : search(turn)),
      harmless: search,
    },
    {
      name: 'exports of seven accounts',
      perSecond: 3,
      hostile: (turn) => exported(familiar[turn % 7] ?? attacker),
      harmless: () => ({ method: 'GET', path: '/api/users/me', headers: as(attacker.token) }),
    },
    {
      name: 'images of 20,000 nested groups',
      perSecond: 0.5,
      hostile: () => uploaded(drawing(20_000)),
      harmless: () => uploaded(drawing(2)),
    },
    {
      name: 'bulk creations of 18 MB in which each question is nested',
      perSecond: 0.25,
      hostile: () => create(large),
      harmless: () => create(small),
    },
    {
      name: 'deeply nested JSON',
      perSecond: 6,
      hostile: (turn) => post(turn % 2 ? '/api/auth/login' : checkPath(turn), deep),
      harmless: (turn) => post(checkPath(turn), { selectedOptionIds: ['a'] }),
    },
    {
      name: 'deeply nested JSON of an admin, 18 MB',
      perSecond: 0.5,
      hostile: () => post('/api/questions/import', deepest, as(world.adminToken)),
      harmless: () => imported('x'),
    },
    {
      name: 'sign-ins from familiar devices',
      perSecond: 16,
      hostile: (turn) => {
        const account = familiar[turn % familiar.length] ?? attacker
        return post(
          '/api/auth/login',
          { email: account.email, password: turn % 2 ? password : 'something-else' },
          { ...json, cookie: account.cookie },
        )
      },
      harmless: () => ({ method: 'GET', path: '/api/auth/providers' }),
    },
    {
      name: 'invalid sign-ins and registrations',
      perSecond: 16,
      hostile: (turn) => post(turn % 2 ? '/api/auth/login' : '/api/auth/register', { email: turn }),
      harmless: () => ({ method: 'GET', path: '/api/auth/providers' }),
    },
    {
      name: 'batches of 500 answers',
      perSecond: 6,
      hostile: (turn) =>
        post(
          '/api/progress/save/batch',
          { answers: Array.from({ length: 500 }, (_, at) => answer(turn * 500 + at)) },
          as(attacker.token),
        ),
      harmless: (turn) => post('/api/progress/save/batch', { answers: [answer(turn)] }, as(attacker.token)),
    },
    {
      name: 'imports of deeply nested HTML',
      perSecond: 0.5,
      hostile: () => imported(nested),
      harmless: () => imported('x'),
    },
    {
      name: 'attempts with 150 kB of code',
      perSecond: 9,
      hostile: () =>
        post(
          '/api/progress/challenges',
          {
            attemptId: randomUUID(),
            challengeId: 'todo-list',
            code: { html: 'a'.repeat(49_000), css: 'b'.repeat(49_000), javascript: 'c'.repeat(49_000) },
            score: 0,
            maxScore: 1,
            completed: false,
            timeSpent: 1,
          },
          as(attacker.token),
        ),
      harmless: () => attempt('1'),
    },
  ]
}

/** The path of the largest script of the frontend; the page itself without one. */
async function largestAsset(world: World): Promise<string> {
  const html = await (await fetch(`${world.platform.gatewayUrl}/questions?x`)).text()
  const paths = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map(([, path = '']) => path)
  const sizes = await Promise.all(
    paths.map(
      async (path) => (await (await fetch(world.platform.gatewayUrl + path)).arrayBuffer()).byteLength,
    ),
  )
  return paths[sizes.indexOf(Math.max(...sizes))] ?? '/'
}

const moodle = (html: string) =>
  `<?xml version="1.0"?><quiz><question type="multichoice"><name><text>Nested</text></name>
<questiontext format="html"><text><![CDATA[${html}]]></text></questiontext><single>true</single>
<answer fraction="100"><text>yes</text></answer><answer fraction="0"><text>no</text></answer></question></quiz>`

interface Account {
  email: string
  token: string
  /** The cookie of a device that has signed in before. */
  cookie: string
}

async function register(world: World, from: string): Promise<Account> {
  const email = `${randomUUID()}@example.org`
  const { status, text, cookies } = await send(world, new Agent({ localAddress: from }), {
    method: 'POST',
    path: '/api/auth/register',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password, confirmPassword: password, name: 'Bench' }),
  })
  if (status !== 201) throw new Error(`registering returned ${status}: ${text.slice(0, 300)}`)
  const cookie = cookies.map((line) => line.split(';')[0]).join('; ')
  return { email, token: (JSON.parse(text) as { token: string }).token, cookie }
}

/** Multiple-choice questions of the shipped bank, once they can be answered. */
async function shippedQuestions(world: World): Promise<string[]> {
  const { data } = await world.read<{ data: { id: string }[] }>(
    '/api/questions/unified?type=multiple-choice&pageSize=100',
  )
  return data.map(({ id }) => id)
}

/** One at a time: on a busy machine, a hash that waits five seconds is rejected. */
async function registerMany(world: World, from: string, count: number): Promise<Account[]> {
  const accounts: Account[] = []
  while (accounts.length < count) accounts.push(await register(world, from))
  return accounts
}

/** Ordinary learners read, save and sign in for some seconds during the attack. */
async function phase(
  world: World,
  learners: readonly Account[],
  questionIds: readonly string[],
  seconds: number,
  attack?: { calls: Attack['hostile']; perSecond: number },
): Promise<Phase> {
  const result: Phase = { reads: [], saves: [], signIns: [], failed: 0, statuses: new Map() }
  const end = performance.now() + seconds * 1_000
  const agent = new Agent({ keepAlive: true, localAddress: addresses.learner })
  const attackers = new Agent({ keepAlive: true, localAddress: addresses.attacker, maxSockets: connections })
  const timed = async (into: number[], call: Call) => {
    const begun = performance.now()
    const { status } = await send(world, agent, call)
    if (status >= 200 && status < 300) into.push(performance.now() - begun)
    else result.failed += 1
  }
  const questionId = () => questionIds[Math.floor(Math.random() * questionIds.length)]
  const learner = async ({ token }: Account) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    for (let turn = 0; performance.now() < end; turn += 1) {
      // Requests with a token bypass the gateway's cache.
      if (turn % 4 !== 3)
        await timed(result.reads, { method: 'GET', path: `/api/questions/unified/${questionId()}`, headers })
      else {
        const body = { answerId: randomUUID(), questionId: questionId(), answer: 0, timeSpent: 10 }
        await timed(result.saves, {
          method: 'POST',
          path: '/api/progress/save',
          headers,
          body: JSON.stringify(body),
        })
      }
      await pause(150)
    }
  }
  const stranger = async () => {
    while (performance.now() < end) {
      // A random one, so that no account reaches its own limit.
      const { email } = learners[Math.floor(Math.random() * learners.length)] as Account
      await timed(result.signIns, {
        method: 'POST',
        path: '/api/auth/login',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email, password }),
      })
      await pause(1_000)
    }
  }
  const attacker = async () => {
    if (!attack) return
    const sent: Promise<void>[] = []
    const begun = performance.now()
    for (let turn = 0; performance.now() < end; turn += 1) {
      const due = begun + (turn / attack.perSecond) * 1_000
      await pause(Math.max(0, due - performance.now()))
      if (performance.now() >= end) break
      sent.push(
        send(world, attackers, attack.calls(turn)).then(({ status }) => {
          result.statuses.set(status, (result.statuses.get(status) ?? 0) + 1)
        }),
      )
    }
    await Promise.all(sent)
  }
  await Promise.all([...learners.map(learner), stranger(), attacker()])
  agent.destroy()
  attackers.destroy()
  return result
}

/** Opens connections that send requests and read no response, again whenever one is closed. @returns closes them */
function holdUnread(world: World, { connections, bytes }: NonNullable<Attack['unread']>): () => void {
  const { hostname, port } = new URL(world.platform.gatewayUrl)
  const open = new Set<Socket>()
  let isOver = false
  const hold = () => {
    const socket = connect({ host: hostname, port: Number(port), localAddress: addresses.attacker })
    open.add(socket)
    socket.pause()
    socket.on('error', () => {})
    socket.once('close', () => {
      open.delete(socket)
      if (!isOver) setTimeout(() => isOver || hold(), 1_000)
    })
    socket.write(bytes)
  }
  for (let at = 0; at < connections; at += 1) hold()
  return () => {
    isOver = true
    for (const socket of open) socket.destroy()
  }
}

/** Status 0 means that the connection was closed without a response. */
function send(
  world: World,
  agent: Agent,
  { method, path, headers = {}, body, from }: Call,
): Promise<{ status: number; text: string; cookies: readonly string[] }> {
  return new Promise((resolve) => {
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const asked = request(
      world.platform.gatewayUrl + path,
      {
        method,
        headers: { ...headers, ...length },
        ...(from ? { localAddress: from, agent: false } : { agent }),
      },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('close', () =>
          resolve({
            status: response.statusCode ?? 0,
            text: Buffer.concat(chunks).toString(),
            cookies: response.headers['set-cookie'] ?? [],
          }),
        )
      },
    )
    asked.once('error', () => resolve({ status: 0, text: '', cookies: [] }))
    asked.end(body)
  })
}

/** Samples the memory of each service; the limit is the one that docker-compose.yml gives its container. */
function watchMemory(world: World): { limit: number; stop: () => { holds: boolean; text: string }[] } {
  const compose = readFileSync(join(repositoryRoot, 'docker-compose.yml'), 'utf8')
  const limit = Number(/^x-service:[\s\S]*?mem_limit: (\d+)m$/m.exec(compose)?.[1])
  const peaks = new Map<string, number>()
  const timer = setInterval(() => {
    for (const name of services)
      serviceCost(world.platform.innerUrls[name]).then(
        ({ memory }) => peaks.set(name, Math.max(peaks.get(name) ?? 0, memory / 2 ** 20)),
        () => undefined,
      )
  }, 500)
  return {
    limit,
    stop: () => {
      clearInterval(timer)
      return services.map((name) => {
        const peak = peaks.get(name) ?? Number.NaN
        return {
          holds: peak <= limit,
          text: `${name}: ${peak.toFixed(0)} MB at most, the container limit is ${limit}`,
        }
      })
    },
  }
}

const p99 = (sample: readonly number[]): number =>
  [...sample].sort((a, b) => a - b)[Math.max(0, Math.ceil(0.99 * sample.length) - 1)] ?? Number.NaN

function statusesOf(phases: readonly Phase[]): string {
  const all = new Map<number, number>()
  for (const { statuses } of phases)
    for (const [status, count] of statuses) all.set(status, (all.get(status) ?? 0) + count)
  return [...all]
    .sort(([a], [b]) => a - b)
    .map(([status, count]) => `${count} × ${status === 0 ? 'closed' : status}`)
    .join(', ')
}
