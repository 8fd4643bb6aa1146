import { type Caller, type Endpoint, mayEnter } from '@rehearse/contracts'
import { endpoints } from '@rehearse/contracts/endpoints'
import { beforeAll, describe, expect, inject, test, vi } from 'vitest'
import {
  missingId,
  nameOf,
  type Sample,
  sampleOf,
  staleExceptions,
} from '../support/authorization-samples.ts'
import {
  createInvalidTokens,
  createValidTokens,
  type ValidCaller,
  type ValidTokens,
} from '../support/callers.ts'
import { isDeep } from '../support/depth.ts'

const { url, innerUrls } = inject('platform')

/** Learners come last, since their call may be the one that changes something. */
const roles: Readonly<Record<ValidCaller, Caller>> = {
  visitor: 'visitor',
  enrollingAdmin: 'enrolling_admin',
  author: 'author',
  reviewer: 'reviewer',
  admin: 'admin',
  superAdmin: 'super_admin',
  otherLearner: 'learner',
  learner: 'learner',
}
const callers = Object.keys(roles) as ValidCaller[]

const ofGateway = endpoints.filter(({ service }) => service === 'gateway')
const ofServices = endpoints.filter(({ service }) => service !== 'gateway')
/** The first endpoint of each service with each kind of access. */
const oneOfEachAccess = [
  ...Map.groupBy(ofServices, ({ service, access }) => `${service} ${access}`).values(),
].flatMap(([first]) => first ?? [])

// Every role calls every operation once, where it is answered. The gateway checks each request by the same table
// before it forwards it, so through the gateway one operation of each kind is called here, and all of them in
// `npm run test:deep`.
const entries = [
  {
    entry: 'through the gateway',
    base: () => url,
    behind: isDeep ? endpoints : [...ofGateway, ...oneOfEachAccess],
  },
  {
    entry: 'at the service itself',
    base: ({ service }: Endpoint) => innerUrls[service],
    behind: ofServices,
  },
]

/** Which invalid tokens an endpoint gets: all in `npm run test:deep`, else two in turns, of which one was valid once. */
const once = ['deactivated admin', 'revoked session']
function invalidTokensFor(turn: number): [string, string | undefined][] {
  const never = Object.keys(bad).filter((name) => !once.includes(name))
  const chosen = [once[turn % once.length], never[turn % never.length]]
  return Object.entries(bad).filter(([name]) => isDeep || chosen.includes(name))
}

let good: ValidTokens
let bad: Readonly<Record<string, string>>
beforeAll(async () => {
  ;[good, bad] = await Promise.all([createValidTokens(), createInvalidTokens()])
  // Every process must know which sessions ended, so each gets a call to an endpoint that is open to anyone.
  const bases = new Map(entries.flatMap(({ base, behind }) => behind.map((route) => [base(route), route])))
  for (const [base, route] of bases) {
    for (const name of once) {
      await vi.waitFor(async () => expect(await ask(base, route, sampleOf(route), bad[name])).toBe(401))
    }
  }
})

test('every exception names an existing endpoint', () => {
  expect(staleExceptions).toEqual([])
})

describe.each(entries)('$entry', ({ base, behind }) => {
  const turns = behind.map((route, turn) => [nameOf(route), route, turn] as const)
  test.each(turns)('%s', async (_name, route, turn) => {
    const sample = sampleOf(route)
    const address = base(route)
    const tried = invalidTokensFor(turn)
    const refused = tried.map(async ([what, token]) => [what, await ask(address, route, sample, token)])
    expect(Object.fromEntries(await Promise.all(refused))).toEqual(
      Object.fromEntries(tried.map(([what]) => [what, 401])),
    )
    const tokens = sample.endsSession ? await createValidTokens() : good
    const params = await sample.params?.(tokens)
    const got: Partial<Record<ValidCaller, number>> = {}
    for (const who of callers) got[who] = await ask(address, route, sample, tokens[who], params)
    expect(got).toEqual(Object.fromEntries(callers.map((who) => [who, documented(route, who, sample)])))
  })
})

/** The status that this caller gets according to the permission table and the sample. */
function documented({ access }: Endpoint, who: ValidCaller, { status }: Sample): number | undefined {
  if (!mayEnter(roles[who], access)) return who === 'visitor' ? 401 : 403
  return typeof status === 'object' ? status[who] : status
}

async function ask(
  base: string,
  route: Endpoint,
  sample: Sample,
  token?: string,
  params: Readonly<Record<string, string>> = {},
): Promise<number> {
  const path = route.path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? missingId)
  const { query, body } = sample
  const reply = await fetch(`${base}${path}${query && `?${query}`}`, {
    method: route.method,
    redirect: 'manual',
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  // A live stream never ends by itself.
  await reply.body?.cancel()
  return reply.status
}
