import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, test } from 'vitest'
import { type Route, routes } from '../../services/gateway/src/routes.ts'
import { mergeDocuments } from './merge.ts'
import type { OpenApi, Operation } from './open-api.ts'

const skeleton: OpenApi = { openapi: '3.1.0', info: { title: 'Test', version: '1' }, paths: {} }
const row = (method: Route['method'], path: string, rest: Partial<Route> = {}): Route => ({
  method,
  path,
  upstream: 'questions',
  access: 'anyone',
  limit: 'READ',
  body: 'buffered',
  bodyLimit: 1,
  ...rest,
})
const operation = (access: string, rest: Partial<Operation> = {}): Operation => ({
  'x-access': access,
  'x-body-limit': 1,
  responses: { 200: { description: 'Default Response' } },
  ...rest,
})
const part = (paths: OpenApi['paths'], schemas: Record<string, unknown> = {}): OpenApi => ({
  ...skeleton,
  paths,
  components: { schemas },
})
const refersTo = (name: string) => ({ schema: { $ref: `#/components/schemas/${name}` } })

describe('merging', () => {
  test('takes the calls of the table, sorted, with who may enter and the shape of failures', () => {
    const { document, faults } = mergeDocuments(
      skeleton,
      [row('GET', '/api/b/:id', { access: 'admin' }), row('GET', '/api/a')],
      {
        questions: part({
          '/api/b/{id}': { get: operation('admin', { tags: ['b'] }) },
          '/api/a': { get: operation('anyone', { tags: ['a'] }) },
        }),
      },
    )
    expect(faults).toEqual([])
    expect(Object.keys(document.paths)).toEqual(['/api/a', '/api/b/{id}'])
    expect(document.tags).toEqual([{ name: 'a' }, { name: 'b' }])
    expect(document.paths['/api/b/{id}']?.get).toMatchObject({
      'x-access': 'admin',
      security: [{ bearer: [] }, { adminCookie: [] }],
      responses: {
        200: { description: 'Success' },
        default: { content: { 'application/json': refersTo('ErrorReply') } },
      },
    })
  })

  test('keeps the schemas that calls lead to, and no others', () => {
    const call = operation('anyone', { requestBody: refersTo('Outer') })
    const { document } = mergeDocuments(skeleton, [row('GET', '/api/a')], {
      questions: part(
        { '/api/a': { get: call } },
        { Unused: {}, Outer: refersTo('Inner'), Inner: {}, ErrorReply: {} },
      ),
    })
    expect(Object.keys(document.components?.schemas ?? {})).toEqual(['ErrorReply', 'Inner', 'Outer'])
  })

  test('says where the table and the services disagree', () => {
    const { faults } = mergeDocuments(
      skeleton,
      [row('GET', '/api/gone'), row('POST', '/api/a', { access: 'learner', bodyLimit: 2 })],
      {
        questions: part({ '/api/a': { post: operation('anyone') } }, { Thing: { type: 'string' } }),
        progress: part({ '/api/extra': { get: operation('anyone') } }, { Thing: { type: 'number' } }),
      },
    )
    expect(faults).toEqual([
      'questions does not describe GET /api/gone',
      'POST /api/a: questions lets in anyone, the gateway learner',
      'POST /api/a: questions reads 1 bytes, the gateway 2',
      "GET /api/extra of progress is not in the gateway's table",
      'progress means something else by the schema Thing than another service',
    ])
  })
})

describe('docs/openapi.json', () => {
  const read = async () =>
    JSON.parse(await readFile(join(import.meta.dirname, '../../docs/openapi.json'), 'utf8')) as OpenApi

  test('is valid OpenAPI 3.1', async () => {
    const { valid, errors } = await new Validator().validate({ ...(await read()) })
    expect(errors).toBeUndefined()
    expect(valid).toBe(true)
  })

  test('has every call of the table', async () => {
    const { paths } = await read()
    const calls = Object.entries(paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
    )
    const rows = routes.map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`)
    expect(calls.sort()).toEqual(rows.sort())
  })
})
