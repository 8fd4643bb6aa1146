import { describe, expect, test } from 'vitest'
import type { OpenApiDocument, Schema } from './openapi-document.ts'
import { exampleOf } from './try-form.ts'

const document: OpenApiDocument = {
  info: { title: 'Test' },
  components: {
    schemas: {
      Tree: {
        type: 'object',
        properties: { name: { type: 'string' }, child: { $ref: '#/components/schemas/Tree' } },
        required: ['name', 'child'],
      },
    },
  },
}

describe('an example', () => {
  test.each<[string, Schema, unknown]>([
    ['what the schema gives as one', { type: 'string', examples: ['closure'] }, 'closure'],
    ['the first of several', { type: 'string', enum: ['asc', 'desc'] }, 'asc'],
    ['a UUID', { type: 'string', format: 'uuid' }, '00000000-0000-4000-8000-000000000000'],
    ['a text that is long enough', { type: 'string', minLength: 6 }, 'text..'],
    ['a number within its bounds', { type: 'integer', minimum: 5, maximum: 9 }, 5],
    ['another', { type: 'number', maximum: 0 }, 0],
    ['one of what it may be', { anyOf: [{ type: 'boolean' }, { type: 'null' }] }, true],
    ['an item where one is needed', { type: 'array', items: { type: 'string' }, minItems: 1 }, ['text']],
    [
      'what is required',
      { type: 'object', properties: { a: { type: 'string' }, b: { type: 'string' } }, required: ['b'] },
      { b: 'text' },
    ],
    ['everything where nothing is', { type: 'object', properties: { a: { type: 'string' } } }, { a: 'text' }],
  ])('is %s', (_what, schema, example) => {
    expect(exampleOf(schema, document)).toEqual(example)
  })

  test('of a schema that holds itself comes to an end', () => {
    expect(JSON.stringify(exampleOf({ $ref: '#/components/schemas/Tree' }, document)).length).toBeLessThan(
      500,
    )
  })
})
