import { hostileId, hostileQuery, otherMethod } from './attacks/addresses.ts'
import type { Attack } from './attacks/attack.ts'
import {
  brokenBody,
  hostileBody,
  oversizedBody,
  packedBody,
  unexpectedBody,
  wrongType,
} from './attacks/bodies.ts'
import { framingAttack } from './attacks/framing.ts'
import { hostileCredentials, hostileHeaders, manyHeaders } from './attacks/headers.ts'
import { addressOf, draftOf, written } from './draft.ts'
import type { Ids } from './fitting-value.ts'
import type { Operation } from './operations.ts'
import type { RandomSource } from './random-source.ts'

export type Role = 'visitor' | 'learner' | 'author' | 'reviewer' | 'admin' | 'superAdmin'

export interface HostileRequest {
  /** A description for failure reports. */
  what: string
  role: Role
  method: string
  operation: Operation
  bytes: Buffer
  /**
   * `reply`: valid HTTP that must get a response. `either`: the server may also close the connection. `refusal`: must
   * not be served.
   */
  expects: 'reply' | 'either' | 'refusal'
}

/** Their relative frequencies. */
const attacks: readonly (readonly [weight: number, attack: Attack | 'framing' | 'none'])[] = [
  [34, hostileBody],
  [14, hostileQuery],
  [12, hostileId],
  [9, brokenBody],
  [8, 'framing'],
  [6, hostileHeaders],
  [5, 'none'],
  [3, wrongType],
  [3, otherMethod],
  [2, unexpectedBody],
  [2, hostileCredentials],
  [1, packedBody],
  [0.6, manyHeaders],
  [0.4, oversizedBody],
]
const total = attacks.reduce((sum, [weight]) => sum + weight, 0)

/**
 * One hostile request to a documented endpoint.
 * @param credentials of a role, as headers
 */
export function hostileRequest(
  operation: Operation,
  random: RandomSource,
  ids: Ids,
  host: string,
  credentials: (role: Role, random: RandomSource) => readonly [string, string][],
): HostileRequest {
  const draft = draftOf(operation, random, ids)
  const role = roleFor(operation, random)
  draft.headers.unshift(['host', host], ...credentials(role, random))
  const done: string[] = []
  const count = random.chance(0.7) ? 1 : 2
  for (let attack = 0; attack < count; attack += 1) {
    const chosen = choose(random)
    if (chosen === 'none') continue
    if (chosen === 'framing') {
      const { what, bytes, isAmbiguous } = framingAttack(draft, random)
      done.push(what)
      const expects = isAmbiguous ? 'refusal' : 'either'
      return { what: named(), role, method: draft.method, operation, bytes, expects }
    }
    done.push(chosen(draft, random, ids) ?? hostileHeaders(draft, random, ids) ?? '')
  }
  const bytes = written(draft)
  // With `Expect: 100-continue` Node waits for the body before it emits the request.
  return { what: named(), role, method: draft.method, operation, bytes, expects: 'reply' }

  function named(): string {
    return `${draft.method} ${addressOf(draft).slice(0, 160)} as ${role}: ${done.join('; ') || 'nothing wrong'}`
  }
}

/** Endpoints that end the caller's session or account: signing in again costs a password hash. */
const endings =
  /^(?:POST \/api\/auth\/logout|DELETE \/api\/(?:auth\/sessions|admin\/auth|users\/me$)|POST \/api\/users\/me\/password)/

/** Mostly a caller with access, since more code can fail behind the access check than before it. */
function roleFor({ method, path, access }: Operation, random: RandomSource): Role {
  if (endings.test(`${method} ${path}`) && random.chance(0.9)) return 'visitor'
  if (random.chance(0.12))
    return random.pick(['visitor', 'learner', 'author', 'reviewer', 'admin', 'superAdmin'])
  if (access === 'learner') return 'learner'
  if (access === 'author' || access === 'reviewer') return random.pick(['author', 'reviewer', 'admin'])
  if (access === 'admin' || access === 'super_admin') return random.chance(0.8) ? 'superAdmin' : 'admin'
  return random.pick(['visitor', 'visitor', 'learner', 'superAdmin'])
}

function choose(random: RandomSource): Attack | 'framing' | 'none' {
  let left = (random.below(1_000_000) / 1_000_000) * total
  for (const [weight, attack] of attacks) {
    left -= weight
    if (left < 0) return attack
  }
  return 'none'
}
