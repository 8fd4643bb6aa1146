import { expect, test } from 'vitest'
import { checkLibrary, type LibraryRow } from './check-library.ts'

const folder = new URL('../../services/questions/content/', import.meta.url)

// Runs the code that changed since `npm run content:check` last verified it; `npm run test:deep` runs everything.
test('the claims of lessons, guides, articles and cheat sheets hold, and nearly all their code is checked', async () => {
  const report = await checkLibrary(folder, process.env.CONTENT !== 'all')
  expect(report.problems).toEqual([])
  const of = (kind: LibraryRow['kind']) => report.rows.filter((row) => row.kind === kind)
  expect(of('guide').filter(({ minutes }) => minutes < 25 || minutes > 60)).toEqual([])
  expect(of('guide').filter(({ words }) => words < 5_000 || words > 12_000)).toEqual([])
  expect(of('lesson')).toHaveLength(200)
  expect(of('article').length).toBeGreaterThanOrEqual(12)
  expect(of('article').filter(isProven).length).toBeGreaterThan(of('article').length * 0.7)
  expect(of('lesson').filter(isProven).length).toBeGreaterThan(of('lesson').length * 0.5)
  const count = (...proofs: (keyof LibraryRow['blocks'])[]) =>
    report.rows.reduce(
      (sum, { blocks }) => sum + proofs.reduce((all, proof) => all + (blocks[proof] ?? 0), 0),
      0,
    )
  expect(count('fragment')).toBeLessThan(count('run', 'compiled', 'parsed', 'fragment') * 0.15)
})

const isProven = ({ blocks: { run = 0, compiled = 0 } }: LibraryRow): boolean => run + compiled > 0
