import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Progress, PublicQuestion } from '@rehearse/contracts'

/** A learner who answers without pause, and repeats each answer until it is acknowledged. */
export interface AnsweringLearner {
  /** Answers acknowledged so far. */
  readonly acknowledged: number
  /** The number of failed tries: the disturbances that a learner notices. */
  readonly failures: number
  /** Failed tries by status and code of the response, or by the reason that there was none. */
  readonly heard: ReadonlyMap<string, number>
  /** The days, in the learner's time zone, on which answers were given. */
  readonly days: ReadonlySet<string>
  /** The longest wait (ms) between two acknowledgments since the last call. */
  takeLongestWait(): number
  /** Stops after the current answer is acknowledged. */
  stop(): Promise<void>
  /** This learner's progress as the platform reports it. */
  progress(): Promise<Progress>
}

const tryTimeout = 5_000

/**
 * @param door the address for the next try
 * @param thinking milliseconds between two answers, for a platform with rate limits
 */
export async function startAnswering(
  door: string | (() => string),
  questions: readonly PublicQuestion[],
  timeZone = 'UTC',
  thinking = 0,
): Promise<AnsweringLearner> {
  const url = typeof door === 'string' ? () => door : door
  const token = await signUp(url())
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  let acknowledged = 0
  let failures = 0
  const today = new Intl.DateTimeFormat('en-CA', { timeZone })
  const days = new Set<string>()
  const messageCounts = new Map<string, number>()
  let lastAt = performance.now()
  let longest = 0
  let stopping = false

  const running = (async () => {
    for (let turn = 0; !stopping; turn += 1) {
      const question = questions[turn % questions.length]
      if (question === undefined) throw new Error('there are no questions to answer')
      const body = JSON.stringify({
        answerId: randomUUID(),
        questionId: question.id,
        questionVersion: question.version,
        selectedOptionIds: [question.options[turn % question.options.length]?.id],
        timeSpent: 1,
        timeZone,
      })
      days.add(today.format())
      while (!(await trySaving(body))) {
        failures += 1
        await pause(50)
      }
      acknowledged += 1
      days.add(today.format())
      const now = performance.now()
      longest = Math.max(longest, now - lastAt)
      lastAt = now
      if (thinking > 0) await pause(thinking)
    }
  })()
  // Reported by `stop`; until then it must not end the process.
  running.catch(() => {})

  async function trySaving(body: string): Promise<boolean> {
    try {
      const reply = await fetch(`${url()}/api/progress/save`, {
        method: 'POST',
        headers,
        body,
        signal: AbortSignal.timeout(tryTimeout),
      })
      const text = await reply.text()
      // 408: a process was suspended while the request arrived.
      const isRefused = reply.status >= 400 && reply.status < 500 && reply.status !== 408
      if (isRefused) throw new Refused(`${reply.status}: ${text}`)
      if (reply.status !== 200) count(`${reply.status} ${codeOf(text)}`)
      return reply.status === 200
    } catch (error) {
      if (error instanceof Refused) throw error
      count(error instanceof DOMException ? `nothing for ${tryTimeout} ms` : 'no reply')
      return false
    }
  }

  const count = (what: string) => messageCounts.set(what, (messageCounts.get(what) ?? 0) + 1)

  return {
    get acknowledged() {
      return acknowledged
    },
    get failures() {
      return failures
    },
    heard: messageCounts,
    days,
    takeLongestWait: () => {
      const taken = Math.max(longest, performance.now() - lastAt)
      longest = 0
      return taken
    },
    stop: async () => {
      stopping = true
      await running
    },
    progress: async () => {
      const reply = await fetch(`${url()}/api/progress/get`, { headers })
      return ((await reply.json()) as { progress: Progress }).progress
    },
  }
}

/** A disturbance may delay an answer; it must never make the platform reject a valid one. */
class Refused extends Error {}

function codeOf(text: string): string {
  try {
    return String((JSON.parse(text) as { code?: unknown }).code)
  } catch {
    return `without a code: ${text.slice(0, 80)}`
  }
}

async function signUp(url: string): Promise<string> {
  const reply = await fetch(`${url}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      email: `${randomUUID()}@rehearse.test`,
      password: 'through thick and thin',
      confirmPassword: 'through thick and thin',
      name: 'Grace Hopper',
    }),
  })
  return ((await reply.json()) as { token: string }).token
}
