import { randomUUID } from 'node:crypto'
import type { Progress, PublicQuestion } from '@rehearse/contracts'

/** A learner on the platform at this address. */
export interface Learner {
  /** Continues the earlier session with the refresh cookie alone, as browsers do. */
  refresh(): Promise<boolean>
  /** @returns how many answers the platform has counted */
  answer(): Promise<number>
  /** Repeats the last answer. */
  repeat(): Promise<number>
  counted(): Promise<number>
}

export async function signUp(url: string): Promise<Learner> {
  const credentials = { email: `${randomUUID()}@rehearse.test`, password: 'in a container' }
  let token = ''
  let cookie = ''
  const call = async <Body>(path: string, body?: object): Promise<Body> => {
    const reply = await fetch(`${url}${path}`, {
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    })
    cookie = refreshCookie(reply) ?? cookie
    if (!reply.ok) throw new Error(`${path} returned ${reply.status}: ${await reply.text()}`)
    return (await reply.json()) as Body
  }
  const confirmation = { ...credentials, confirmPassword: credentials.password, name: 'Ada Lovelace' }
  token = (await call<{ token: string }>('/api/auth/register', confirmation)).token
  let last: object = {}
  const save = async () =>
    (await call<{ progress: Progress }>('/api/progress/save', last)).progress.totalQuestions
  return {
    refresh: async () => {
      const reply = await fetch(`${url}/api/auth/refresh`, { method: 'POST', headers: { cookie } })
      cookie = refreshCookie(reply) ?? cookie
      if (reply.ok) token = ((await reply.json()) as { token: string }).token
      return reply.ok
    },
    answer: async () => {
      const { data } = await call<{ data: PublicQuestion[] }>(
        '/api/questions/unified?type=multiple-choice&random=true&count=1',
      )
      const question = data[0] as PublicQuestion
      last = {
        answerId: randomUUID(),
        questionId: question.id,
        selectedOptionIds: [question.options[0]?.id],
        timeSpent: 3,
      }
      return save()
    },
    repeat: save,
    counted: async () => (await call<{ progress: Progress }>('/api/progress/get')).progress.totalQuestions,
  }
}

const refreshCookie = (reply: Response): string | undefined =>
  reply.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .find((pair) => pair?.includes('refresh'))
