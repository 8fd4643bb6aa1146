import { openAccounts } from './accounts.ts'
import { dice } from './dice.ts'
import { type HostileRequest, hostileRequest } from './hostile-request.ts'
import { complaintsOf } from './judge.ts'
import { findThings, idsFor } from './known-things.ts'
import { type Operation, readOperations } from './operations.ts'
import { type Answer, RawConnection } from './raw-connection.ts'
import { undo } from './undo.ts'

export interface FuzzOptions {
  url: string
  /** A super admin, who makes the accounts that the fuzzer calls with. */
  boss: { email: string; password: string }
  seed: number
  requests: number
  /** Whether things may be named, and so changed and deleted, that others made. */
  reach: 'own' | 'everything'
  onProgress?: (done: number) => Promise<void>
}

export interface FuzzReport {
  /** Each with the number of its request, by which it can be made again. */
  complaints: readonly string[]
  /** How many replies had which status. */
  statuses: Readonly<Record<string, number>>
  /** Documented calls that none was made of. */
  untouched: readonly string[]
}

/** Longer than anything takes here; a server that is silent for so long hangs. */
const patienceMs = 30_000
/** What follows on an answer follows at once. */
const afterwardsMs = 25
const atOnce = 8

/** Sends so many hostile requests, and says what was wrong with the answers. */
export async function fuzz(options: FuzzOptions): Promise<FuzzReport> {
  const url = new URL(options.url)
  const operations = await readOperations(options.url)
  const accounts = await openAccounts(options.url, options.boss)
  const tokens = { learner: accounts.token('learner'), superAdmin: accounts.token('superAdmin') }
  const things = await findThings(options.url, operations, tokens, options.boss.email)
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
      // Round and round, so that none is left out.
      const operation = operations[number % operations.length] as Operation
      const ids = mayName(operation, options.reach) ? idsFor(things, operation, chance) : []
      const request = hostileRequest(operation, chance, ids, url.host, accounts.credentials)
      if (!connection.isOpen || request.expects !== 'reply') {
        connection.close()
        connection = new RawConnection(url)
      }
      const answers = await ask(connection, request)
      if (mustClose(answers[0], request)) connection.close()
      const found = complaintsOf(request, answers)
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

/** On a platform that others use too, what is theirs is only read. */
function mayName({ method, path }: Operation, reach: FuzzOptions['reach']): boolean {
  return reach === 'everything' || method === 'GET' || path.startsWith('/api/progress/')
}

async function ask(connection: RawConnection, { bytes, method, expects }: HostileRequest): Promise<Answer[]> {
  connection.send(bytes)
  if (expects === 'reply') return [await connection.receive(method, patienceMs)]
  // It may be waiting for the rest, which doesn't come.
  const first = await connection.receive(method, 150)
  if (first === 'silent') {
    connection.endSending()
    return [await connection.receive(method, patienceMs)]
  }
  if (first === 'none') return [first]
  return [first, await connection.receive('GET', afterwardsMs)].filter((answer) => answer !== 'silent')
}

/** A caller whose session one of the calls has ended, unless it was the attack that got the token refused. */
function wasSignedOut(answer: Answer | undefined, { role }: HostileRequest): boolean {
  return role !== 'visitor' && typeof answer === 'object' && answer.status === 401
}

/** A live stream goes on, and a refused upgrade or an early answer leaves no sure place to go on from. */
function mustClose(answer: Answer | undefined, { expects }: HostileRequest): boolean {
  if (typeof answer !== 'object' || expects !== 'reply') return true
  return answer.status >= 400
    ? /^connection: close/im.test(answer.head)
    : /^content-type: text\/event-stream/im.test(answer.head)
}

/** Whether somebody else, on a connection of their own, gets what is theirs and nothing that was hidden. */
async function isServedRightly(url: string, token: string): Promise<boolean> {
  const reply = await fetch(`${url}/api/auth/me`, { headers: { authorization: `Bearer ${token}` } })
  const body = (await reply.json()) as { user?: { email?: unknown } }
  return reply.status === 200 && typeof body.user?.email === 'string'
}
