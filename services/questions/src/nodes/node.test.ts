import { slug } from '@rehearse/contracts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { distinctSlug, slugify } from './node.ts'

test.each([
  ['JavaScript', 'javascript'],
  ['  React & Next.js  ', 'react-next-js'],
  ['C++', 'c-plus-plus'],
  ['C#', 'c-sharp'],
  ['Élève à l’école', 'eleve-a-l-ecole'],
  ['default-learning-path', 'default-learning-path'],
])('%s becomes %s', (name, id) => {
  expect(slugify(name)).toBe(id)
})

test('gives every name an id that a URL can contain', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (name) => {
      for (const id of [slugify(name), distinctSlug(name)]) expect(slug.safeParse(id).success).toBe(true)
    }),
  )
})

test('gives names in other scripts different ids', () => {
  expect(slugify('الجافا')).not.toBe(slugify('ダートの'))
})
