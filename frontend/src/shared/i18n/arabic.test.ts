import { expect, test } from 'vitest'

const tables = import.meta.glob<string>(
  ['../../**/*messages.ar.ts', '../../features/account/sign-out-messages.ts'],
  {
    query: '?raw',
    import: 'default',
    eager: true,
  },
)

test('Arabic uses its own punctuation: ، ؛ ؟ and «»', () => {
  expect(Object.keys(tables).length).toBeGreaterThan(20)
  const latin = Object.entries(tables).flatMap(([path, table]) =>
    [...table.matchAll(/[\u0621-\u0652][,;?"]/g)].map(
      ({ index }) => `${path}: ${table.slice(index - 20, index + 2)}`,
    ),
  )
  expect(latin).toEqual([])
})
