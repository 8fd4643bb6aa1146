import { expect, test } from 'vitest'
import { shapeOf } from './shape.ts'

test('a schema reads like a type, with what a type does not say behind it', () => {
  const shape = shapeOf({
    type: 'object',
    properties: {
      id: { type: 'string', format: 'uuid' },
      title: { type: 'string', minLength: 1, maxLength: 80, description: 'shown in lists' },
      kind: { enum: ['one', 'many'] },
      score: { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
      tags: { type: 'array', items: { type: 'string' }, maxItems: 5, default: [] },
      either: { type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'null' }] } },
      who: { $ref: '#/components/schemas/Person' },
      more: { type: 'object', additionalProperties: { type: 'number' } },
    },
    required: ['id', 'who'],
  })
  expect(shape.split('\n')).toEqual([
    '{',
    '  id: uuid',
    '  title?: string  <i>// 1–80 characters; shown in lists</i>',
    '  kind?: &#39;one&#39; | &#39;many&#39;',
    '  score?: integer',
    '  tags?: string[]  <i>// up to 5 items, default []</i>',
    '  either?: (string | null)[]',
    '  who: <a href="#schema-Person">Person</a>',
    '  more?: {',
    '    [name]: number',
    '  }',
    '}',
  ])
})

test('nothing that a description says becomes part of the page', () => {
  const hostile = '<script>alert(1)</script>'
  const shape = shapeOf({
    type: 'object',
    properties: { [hostile]: { type: 'string', description: hostile, default: hostile } },
  })
  expect(shape).not.toContain('<script>')
})
