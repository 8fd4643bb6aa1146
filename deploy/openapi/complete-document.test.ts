import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Endpoint } from '@rehearse/contracts'
import { endpoints } from '@rehearse/contracts/endpoints'
import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, test } from 'vitest'
import type { OpenApi, Operation } from './complete-document.ts'
import { completeDocument } from './complete-document.ts'

const skeleton: OpenApi = { openapi: '3.1.0', info: { title: 'Test', version: '1' }, paths: {} }
const declared = (method: Endpoint['method'], path: string, rest: Partial<Endpoint> = {}): Endpoint => ({
  method,
  path,
  service: 'questions',
  access: 'anyone',
  limit: 'READ',
  bodyLimit: 1,
  tag: 'a',
  summary: '',
  ...rest,
})
const operation = (rest: Partial<Operation> = {}): Operation => ({
  responses: { 200: { description: 'Default Response' } },
  ...rest,
})
const part = (paths: OpenApi['paths'], schemas: Record<string, unknown> = {}): OpenApi => ({
  ...skeleton,
  paths,
  components: { schemas },
})
const refersTo = (name: string) => ({ schema: { $ref: `#/components/schemas/${name}` } })

describe('completing the document', () => {
  test('contains the declared endpoints, sorted, with their access and the error schema', () => {
    const document = completeDocument(
      skeleton,
      part({
        '/api/b/{id}': { get: operation({ tags: ['b'] }) },
        '/api/a': { get: operation({ tags: ['a'] }) },
        '/metrics': { get: operation() },
      }),
      [declared('GET', '/api/b/:id', { access: 'admin' }), declared('GET', '/api/a')],
    )
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

  test('contains referenced schemas only', () => {
    const { components } = completeDocument(
      skeleton,
      part(
        { '/api/a': { get: operation({ requestBody: refersTo('Outer') }) } },
        { Unused: {}, Outer: refersTo('Inner'), Inner: {}, ErrorReply: {} },
      ),
      [declared('GET', '/api/a')],
    )
    expect(Object.keys(components?.schemas ?? {})).toEqual(['ErrorReply', 'Inner', 'Outer'])
  })

  test('lists the errors of an endpoint besides those of every body', () => {
    const { paths } = completeDocument(
      skeleton,
      part({ '/api/a': { post: operation({ requestBody: {} }) } }),
      [
        declared('POST', '/api/a', {
          errors: {
            too_complex: { status: 400, description: 'it is too complex.' },
            overloaded: { status: 503, description: 'try again later.' },
          },
        }),
      ],
    )
    const description = (status: number) =>
      (paths['/api/a']?.post?.responses?.[status] as { description?: string } | undefined)?.description
    expect(description(400)).toMatch(/^`invalid_request`.* `too_complex`: it is too complex\.$/)
    expect(description(503)).toBe('`overloaded`: try again later.')
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

  test('has every declared endpoint', async () => {
    const { paths } = await read()
    const calls = Object.entries(paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
    )
    const rows = endpoints.map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`)
    expect(calls.sort()).toEqual(rows.sort())
  })
})
