import type { Endpoint } from './endpoint.ts'
import * as contracts from './index.ts'

type Contracts = typeof contracts
type Shaped = Pick<Endpoint, 'method' | 'path' | 'service'>
type DeclaredIn<Export> = Export extends Shaped
  ? Export
  : Export extends Readonly<Record<string, Shaped>>
    ? Export[keyof Export]
    : never

/** The type of every endpoint that contracts declare, alone or in a group such as `guideEndpoints`. */
export type DeclaredEndpoint = DeclaredIn<Contracts[keyof Contracts]>

const order: readonly Endpoint['service'][] = ['identity', 'questions', 'progress', 'media', 'gateway']
const methods: readonly Endpoint['method'][] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** Every declared endpoint: exporting a declaration is all it takes. */
export const endpoints: readonly Endpoint[] = Object.values(contracts)
  .flatMap((value): unknown[] => (isGroup(value) ? Object.values(value) : [value]))
  .filter(isEndpoint)
  .sort((one, other) => rank(one).localeCompare(rank(other), 'en'))

/** The endpoints that one service serves. */
export const endpointsOf = (service: Endpoint['service']): readonly Endpoint[] =>
  endpoints.filter((one) => one.service === service)

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'service' in value && 'path' in value
}

function isGroup(value: unknown): value is Readonly<Record<string, Endpoint>> {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.getPrototypeOf(value) === Object.prototype &&
    !isEndpoint(value) &&
    Object.values(value).length > 0 &&
    Object.values(value).every(isEndpoint)
  )
}

function rank({ service, path, method }: Endpoint): string {
  return `${order.indexOf(service)} ${path} ${methods.indexOf(method)}`
}
