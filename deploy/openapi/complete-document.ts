import {
  type Access,
  cookieNames,
  type Endpoint,
  IMPORT_VALUES_MAX,
  JSON_DEPTH_MAX,
  JSON_VALUES_MAX,
} from '@rehearse/contracts'
import { createService, serve } from '@rehearse/service-kit'

/**
 * The public document: each declared endpoint in a stable order, with its access, its errors and its examples.
 * @param described the document of an app that serves all of them
 */
export function completeDocument(
  skeleton: OpenApi,
  described: OpenApi,
  endpoints: readonly Endpoint[],
): OpenApi {
  const paths: Record<string, PathItem> = {}
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    const method = endpoint.method.toLowerCase()
    const operation = described.paths[path]?.[method]
    if (operation === undefined) throw new Error(`${endpoint.method} ${path} is not served`)
    paths[path] = { ...paths[path], [method]: publicOperation(operation, endpoint) }
  }
  return {
    ...skeleton,
    tags: tagsOf(paths),
    paths: sorted(paths),
    components: {
      schemas: referenced([paths, responses], described.components?.schemas ?? {}),
      responses,
      securitySchemes,
    },
  }
}

const errorResponse = (description: string) => ({
  description,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/ErrorReply' } } },
})

/** The error responses of every call, or of every call with a body. */
const responses = {
  BadRequest: errorResponse(
    `\`invalid_request\`: the input doesn't match its schema; \`details\` lists 20 field errors at most. \`malformed_request\`: it can't be read. \`too_deep\`: the JSON is nested more than ${JSON_DEPTH_MAX} levels. \`too_many_values\`: it has more than ${JSON_VALUES_MAX} values (bulk creation: ${IMPORT_VALUES_MAX}).`,
  ),
  Misdirected: errorResponse(
    "`misdirected_request`: the request names a host that this platform isn't configured for.",
  ),
}

function publicOperation(operation: Operation, endpoint: Endpoint): Operation {
  const { 'x-body-limit': _limit, ...rest } = operation
  const hasBody = operation.requestBody !== undefined
  return {
    ...rest,
    'x-access': endpoint.access,
    ...(hasBody && { 'x-body-limit': endpoint.bodyLimit }),
    security: securityOf(endpoint.access),
    responses: {
      ...named(operation.responses ?? {}),
      ...(hasBody && { 400: { $ref: '#/components/responses/BadRequest' } }),
      ...ownErrors(endpoint, hasBody),
      421: { $ref: '#/components/responses/Misdirected' },
      default: errorResponse('An error'),
    },
  }
}

/** The errors that an endpoint declares, by status; a 400 also lists those of every body. */
function ownErrors({ errors = {} }: Endpoint, hasBody: boolean): Record<string, unknown> {
  const byStatus = Map.groupBy(Object.entries(errors), ([, { status }]) => status)
  return Object.fromEntries(
    [...byStatus].map(([status, group]) => {
      const own = group.map(([code, { description }]) => `\`${code}\`: ${description}`)
      const common = status === 400 && hasBody ? [responses.BadRequest.description] : []
      return [status, errorResponse([...common, ...own].join(' '))]
    }),
  )
}

/** Replaces the generator's default description of a success. */
function named(responses: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(responses).map(([status, response]) => [
      status,
      (response as { description?: string }).description === 'Default Response'
        ? { ...(response as object), description: 'Success' }
        : response,
    ]),
  )
}

/** The schemas that endpoints refer to. */
function referenced(paths: unknown, schemas: Record<string, unknown>): Record<string, unknown> {
  const found: Record<string, unknown> = {}
  const open: unknown[] = [paths]
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    for (const [, name] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (name === undefined || name in found || schemas[name] === undefined) continue
      found[name] = schemas[name]
      open.push(schemas[name])
    }
  }
  return sorted(found)
}

function tagsOf(paths: Record<string, PathItem>): { name: string }[] {
  const names = Object.values(paths).flatMap((item) =>
    Object.values(item).flatMap((operation) => operation.tags ?? []),
  )
  return [...new Set(names)].sort().map((name) => ({ name }))
}

const sorted = <Value>(record: Record<string, Value>): Record<string, Value> =>
  Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)))

const securitySchemes = {
  bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
  learnerCookie: { type: 'apiKey', in: 'cookie', name: cookieNames.learner },
  adminCookie: { type: 'apiKey', in: 'cookie', name: cookieNames.admin },
} as const

type Requirement = Partial<Record<keyof typeof securitySchemes, string[]>>

const requirements: Readonly<Record<Access, readonly Requirement[]>> = {
  anyone: [{}, { bearer: [] }, { learnerCookie: [] }, { adminCookie: [] }],
  'signed-in': [{ bearer: [] }, { learnerCookie: [] }, { adminCookie: [] }],
  learner: [{ bearer: [] }, { learnerCookie: [] }],
  'admin-enrollment': [{ bearer: [] }, { adminCookie: [] }],
  author: [{ bearer: [] }, { adminCookie: [] }],
  reviewer: [{ bearer: [] }, { adminCookie: [] }],
  admin: [{ bearer: [] }, { adminCookie: [] }],
  super_admin: [{ bearer: [] }, { adminCookie: [] }],
}

/** The ways to authenticate; any of them is accepted. */
const securityOf = (access: Access): Record<string, string[]>[] =>
  requirements[access].map((way) => ({ ...way }))

/** The OpenAPI document of endpoints, from one app that serves all of them and never listens. */
export async function describeEndpoints(endpoints: readonly Endpoint[]): Promise<OpenApi> {
  const { app } = await createService({ name: 'rehearse', logLevel: 'silent', description: '' })
  for (const endpoint of endpoints) serve(app, endpoint, () => undefined as never)
  await app.ready()
  const document = app.swagger() as unknown as OpenApi
  await app.close()
  return document
}

/** The parts of an OpenAPI 3.1 document that are merged. */
export interface OpenApi {
  openapi: string
  info: { title: string; description?: string; version: string }
  servers?: unknown[]
  tags?: { name: string }[]
  paths: Record<string, PathItem>
  components?: {
    schemas?: Record<string, unknown>
    responses?: Record<string, unknown>
    securitySchemes?: Record<string, unknown>
  }
}

type PathItem = Record<string, Operation>

export interface Operation {
  tags?: string[]
  responses?: Record<string, unknown>
  security?: Record<string, string[]>[]
  'x-access'?: string
  [key: string]: unknown
}
