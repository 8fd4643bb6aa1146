import { type Caller, mayEnter } from '@rehearse/contracts'
import { beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { type Route, routes } from '../../services/gateway/src/routes.ts'
import { type Sample, samples } from '../support/authorization-samples.ts'
import { badTokens, type GoodCaller, type GoodTokens, goodTokens } from '../support/callers.ts'

const { url, innerUrls } = inject('platform')
const nameOf = ({ method, path }: Route) => `${method} ${path}`
const nowhere = '00000000-0000-4000-8000-000000000000'

/** Learners last: theirs may be the call that changes something. */
const roles: Readonly<Record<GoodCaller, Caller>> = {
  visitor: 'visitor',
  enrollingAdmin: 'enrolling_admin',
  admin: 'admin',
  superAdmin: 'super_admin',
  otherLearner: 'learner',
  learner: 'learner',
}
const callers = Object.keys(roles) as GoodCaller[]

const doors = [
  { door: 'through the gateway', base: () => url, behind: routes },
  {
    door: 'at the service itself',
    base: ({ upstream }: Route) => innerUrls[upstream],
    behind: routes.filter(({ upstream }) => upstream !== 'gateway'),
  },
]

let good: GoodTokens
let bad: Readonly<Record<string, string>>
beforeAll(async () => {
  ;[good, bad] = await Promise.all([goodTokens(), badTokens()])
  // Every process has to have heard of the sessions that ended: a call of each that answers anybody.
  const bases = new Map(doors.flatMap(({ base, behind }) => behind.map((route) => [base(route), route])))
  for (const [base, route] of bases) {
    for (const name of ['deactivated admin', 'revoked session']) {
      await vi.waitFor(
        async () => expect(await ask(base, route, samples[nameOf(route)], bad[name])).toBe(401),
        {
          timeout: 60_000,
        },
      )
    }
  }
})

test('every call of the platform has a row of samples, and no other has', () => {
  expect(Object.keys(samples).sort()).toEqual(routes.map(nameOf).sort())
})

describe.each(doors)('$door', ({ base, behind }) => {
  test.each(behind.map((route) => [nameOf(route), route] as const))('%s', async (name, route) => {
    const sample = samples[name]
    const address = base(route)
    const refused = Object.entries(bad).map(async ([what, token]) => [
      what,
      await ask(address, route, sample, token),
    ])
    expect(Object.fromEntries(await Promise.all(refused))).toEqual(
      Object.fromEntries(Object.keys(bad).map((what) => [what, 401])),
    )
    const tokens = sample?.endsSession ? await goodTokens() : good
    const params = await sample?.params?.(tokens)
    const got: Partial<Record<GoodCaller, number>> = {}
    for (const who of callers) got[who] = await ask(address, route, sample, tokens[who], params)
    expect(got).toEqual(Object.fromEntries(callers.map((who) => [who, documented(route, who, sample)])))
  })
})

/** What the permission table, and the row of samples, say that this caller gets. */
function documented(route: Route, who: GoodCaller, sample: Sample | undefined): number {
  if (!mayEnter(roles[who], route.access)) return who === 'visitor' ? 401 : 403
  const { status } = sample ?? {}
  return (typeof status === 'object' ? status[who] : status) ?? usualStatus(route)
}

function usualStatus({ method, path }: Route): number {
  if (path.includes(':')) return 404
  return method === 'GET' ? 200 : 400
}

async function ask(
  base: string,
  route: Route,
  sample: Sample = {},
  token?: string,
  params: Readonly<Record<string, string>> = {},
): Promise<number> {
  const path = route.path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? nowhere)
  const writes = route.method !== 'GET' && route.method !== 'DELETE'
  const body = sample.body ?? (writes ? {} : undefined)
  const reply = await fetch(`${base}${path}${sample.query ? `?${sample.query}` : ''}`, {
    method: route.method,
    redirect: 'manual',
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  // A live stream would never end by itself.
  await reply.body?.cancel()
  return reply.status
}
