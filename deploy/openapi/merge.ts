import { isDeepStrictEqual } from 'node:util'
import { cookieNames, IMPORT_VALUES_MAX, JSON_DEPTH_MAX, JSON_VALUES_MAX } from '@rehearse/contracts'
import type { Route } from '../../services/gateway/src/routes.ts'
import type { OpenApi, Operation, PathItem } from './open-api.ts'

export interface Merged {
  document: OpenApi
  /** Where services and the gateway's table disagree, a sentence each. */
  faults: string[]
}

/**
 * One document from those of the services: the calls of the gateway's table, in a stable order, and no others.
 * @param parts each service's own document, by the name that the table has for it
 */
export function mergeDocuments(
  skeleton: OpenApi,
  rows: readonly Route[],
  parts: Readonly<Partial<Record<Route['upstream'], OpenApi>>>,
): Merged {
  const faults: string[] = []
  const paths: Record<string, PathItem> = {}
  for (const row of rows) {
    const path = row.path.replace(/:(\w+)/g, '{$1}')
    const method = row.method.toLowerCase()
    const operation = parts[row.upstream]?.paths[path]?.[method]
    if (operation === undefined) {
      faults.push(`${row.upstream} does not describe ${row.method} ${path}`)
      continue
    }
    const access = operation['x-access']
    if (access !== row.access && row.tokenReadBy !== 'upstream') {
      faults.push(`${row.method} ${path}: ${row.upstream} lets in ${access}, the gateway ${row.access}`)
    }
    const limit = operation['x-body-limit']
    if (row.method !== 'GET' && limit !== row.bodyLimit) {
      faults.push(`${row.method} ${path}: ${row.upstream} reads ${limit} bytes, the gateway ${row.bodyLimit}`)
    }
    paths[path] = { ...paths[path], [method]: publicOperation(operation, row) }
  }
  faults.push(...unlisted(rows, parts))

  const schemas = mergeSchemas(parts, faults)
  const document: OpenApi = {
    ...skeleton,
    tags: tagsOf(paths),
    paths: sorted(paths),
    components: { schemas: referenced([paths, responses], schemas), responses, securitySchemes },
  }
  return { document, faults }
}

const errorResponse = (description: string) => ({
  description,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/ErrorReply' } } },
})

/** What every call, or every call with a body, may be refused with. */
const responses = {
  BadRequest: errorResponse(
    `\`invalid_request\`: the input doesn't fit its schema; \`details\` lists 20 field errors at most. \`malformed_request\`: it can't be read. \`too_deep\`: the JSON is nested more than ${JSON_DEPTH_MAX} levels. \`too_many_values\`: it has more than ${JSON_VALUES_MAX} values (bulk creation: ${IMPORT_VALUES_MAX}).`,
  ),
  Misdirected: errorResponse(
    "`misdirected_request`: the request names a host that this platform isn't configured for.",
  ),
}

function publicOperation(operation: Operation, row: Route): Operation {
  const failure = errorResponse('A refusal or a failure')
  const { 'x-body-limit': _limit, ...rest } = operation
  return {
    ...rest,
    'x-access': row.access,
    ...(operation.requestBody !== undefined && { 'x-body-limit': row.bodyLimit }),
    security: securityOf(row.access),
    responses: {
      ...named(operation.responses ?? {}),
      ...(operation.requestBody !== undefined && { 400: { $ref: '#/components/responses/BadRequest' } }),
      421: { $ref: '#/components/responses/Misdirected' },
      default: failure,
    },
  }
}

/** Where a service says nothing about a success, its description is the generator's own. */
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

/** Calls that a service describes and that nobody outside can reach: forgotten in the table, or to be hidden. */
function unlisted(rows: readonly Route[], parts: Readonly<Record<string, OpenApi>>): string[] {
  const listed = new Set(rows.map((row) => `${row.method} ${row.path.replace(/:(\w+)/g, '{$1}')}`))
  return Object.entries(parts)
    .filter(([name]) => name !== 'gateway')
    .flatMap(([name, part]) =>
      Object.entries(part.paths).flatMap(([path, item]) =>
        Object.keys(item)
          .map((method) => `${method.toUpperCase()} ${path}`)
          .filter((call) => !listed.has(call))
          .map((call) => `${call} of ${name} is not in the gateway's table`),
      ),
    )
}

function mergeSchemas(parts: Readonly<Record<string, OpenApi>>, faults: string[]): Record<string, unknown> {
  const schemas: Record<string, unknown> = {}
  for (const [service, part] of Object.entries(parts)) {
    for (const [name, schema] of Object.entries(part.components?.schemas ?? {})) {
      if (name in schemas && !isDeepStrictEqual(schemas[name], schema)) {
        faults.push(`${service} means something else by the schema ${name} than another service`)
      }
      schemas[name] = schema
    }
  }
  return schemas
}

/** Only the schemas that calls lead to; services bring along all that they know of. */
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

const requirements: Readonly<Record<Route['access'], readonly Requirement[]>> = {
  anyone: [{}, { bearer: [] }, { learnerCookie: [] }, { adminCookie: [] }],
  'signed-in': [{ bearer: [] }, { learnerCookie: [] }, { adminCookie: [] }],
  learner: [{ bearer: [] }, { learnerCookie: [] }],
  'admin-enrollment': [{ bearer: [] }, { adminCookie: [] }],
  admin: [{ bearer: [] }, { adminCookie: [] }],
  super_admin: [{ bearer: [] }, { adminCookie: [] }],
}

/** How one shows who one is; any of the ways will do. */
const securityOf = (access: Route['access']): Record<string, string[]>[] =>
  requirements[access].map((way) => ({ ...way }))
