import { setTimeout as sleep } from 'node:timers/promises'
import { openAccounts } from './accounts.ts'
import { checkResponses } from './check-response.ts'
import { type HostileRequest, hostileRequest } from './hostile-request.ts'
import { findKnownIds, idsFor } from './known-ids.ts'
import { type Operation, readOperations } from './operations.ts'
import { dice } from './random-source.ts'
import { type Answer, RawConnection } from './raw-connection.ts'
import { undo } from './undo.ts'

export interface FuzzOptions {
  url: string
  /** A super admin, who creates the accounts that the fuzzer uses. */
  boss: { email: string; password: string }
  seed: number
  requests: number
  /** Whether requests may name, and so change and delete, entities of others. */
  reach: 'own' | 'everything'
  onProgress?: (done: number) => Promise<void>
}

export interface FuzzReport {
  /** Each with the number of its request, by which it can be repeated. */
  complaints: readonly string[]
  /** The number of responses by status. */
  statuses: Readonly<Record<string, number>>
  /** Documented endpoints that got no request. */
  untouched: readonly string[]
}

/** Longer than any request takes; a server without a response by then hangs. */
const timeoutMs = 30_000
/** Time (ms) to wait for effects that follow a response. */
const afterwardsMs = 25
const atOnce = 8

/** Sends this many hostile requests, and reports what was wrong with the responses. */
export async function fuzz(options: FuzzOptions): Promise<FuzzReport> {
  const url = new URL(options.url)
  const operations = await readOperations(options.url)
  const accounts = await openAccounts(options.url, options.boss)
  const tokens = { learner: accounts.token('learner'), superAdmin: accounts.token('superAdmin') }
  const things = await findKnownIds(options.url, operations, tokens, options.boss.email)
  const witness = (await openAccounts(options.url, options.boss)).token('learner')
  const complaints: string[] = []
  const statuses: Record<string, number> = {}
  let next = 0

  const work = async () => {
    let connection = new RawConnection(url)
    while (next < options.requests && complaints.length < 40) {
      const number = next
      next += 1
      if (number % 1_000 === 0) await options.onProgress?.(number)
      const chance = dice(options.seed, number)
      // In turn, so that no endpoint is left out.
      const operation = operations[number % operations.length] as Operation
      const ids = mayName(operation, options.reach) ? idsFor(things, operation, chance) : []
      const request = hostileRequest(operation, chance, ids, url.host, accounts.credentials)
      if (!connection.isOpen || request.expects !== 'reply') {
        connection.close()
        connection = new RawConnection(url)
      }
      if (canBeAborted(request, options.reach) && chance.chance(0.1)) {
        await sendAndLeave(url, request, chance.below(20))
      }
      const answers = await ask(connection, request)
      if (mustClose(answers[0], request)) connection.close()
      const found = checkResponses(request, answers)
      if (request.expects !== 'reply' && !(await isServedRightly(options.url, witness))) {
        found.push('the next reader got something else')
      }
      const [first] = answers
      if (options.reach === 'own' && typeof first === 'object' && operation.access !== 'learner') {
        await undo(options.url, operation, first, operations, accounts.token('superAdmin'))
      }
      if (wasSignedOut(first, request)) await accounts.renew()
      for (const answer of answers) {
        const what = typeof answer === 'string' ? answer : answer.status
        statuses[what] = (statuses[what] ?? 0) + 1
      }
      complaints.push(...found.map((complaint) => `#${number} ${complaint} · ${request.what}`))
    }
    connection.close()
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return {
    complaints,
    statuses,
    untouched: operations.slice(options.requests).map(({ method, path }) => `${method} ${path}`),
  }
}

/** On a shared platform, entities of others are only read. */
function mayName({ method, path }: Operation, reach: FuzzOptions['reach']): boolean {
  return reach === 'everything' || method === 'GET' || path.startsWith('/api/progress/')
}

/** Sends a request twice on one connection, and closes it before most responses can have arrived. */
async function sendAndLeave(url: URL, { bytes }: HostileRequest, afterMs: number): Promise<void> {
  const connection = new RawConnection(url)
  connection.send(Buffer.concat([bytes, bytes]))
  await sleep(afterMs)
  connection.close()
}

/** On a shared platform no one undoes what an abandoned write did. */
const canBeAborted = ({ method, expects }: HostileRequest, reach: FuzzOptions['reach']): boolean =>
  expects === 'reply' && (reach === 'everything' || method === 'GET')

async function ask(connection: RawConnection, { bytes, method, expects }: HostileRequest): Promise<Answer[]> {
  connection.send(bytes)
  if (expects === 'reply') return [await connection.receive(method, timeoutMs)]
  // The server may be waiting for the rest, which never comes.
  const first = await connection.receive(method, 150)
  if (first === 'silent') {
    connection.endSending()
    return [await connection.receive(method, timeoutMs)]
  }
  if (first === 'none') return [first]
  return [first, await connection.receive('GET', afterwardsMs)].filter((answer) => answer !== 'silent')
}

/** Whether a request ended the caller's session, and not the attack made the token invalid. */
function wasSignedOut(answer: Answer | undefined, { role }: HostileRequest): boolean {
  return role !== 'visitor' && typeof answer === 'object' && answer.status === 401
}

/** A live stream never ends, and after a rejected upgrade or an early response the connection can't be reused. */
function mustClose(answer: Answer | undefined, { expects }: HostileRequest): boolean {
  if (typeof answer !== 'object' || expects !== 'reply') return true
  return answer.status >= 400
    ? /^connection: close/im.test(answer.head)
    : /^content-type: text\/event-stream/im.test(answer.head)
}

/** Whether another user, on a separate connection, gets their own response and nothing of the hidden request. */
async function isServedRightly(url: string, token: string): Promise<boolean> {
  const reply = await fetch(`${url}/api/auth/me`, { headers: { authorization: `Bearer ${token}` } })
  const body = (await reply.json()) as { user?: { email?: unknown } }
  return reply.status === 200 && typeof body.user?.email === 'string'
}
