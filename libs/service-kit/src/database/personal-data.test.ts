import type { LearnerExportPage } from '@rehearse/contracts'
import type { Kysely } from 'kysely'
import { expect, test } from 'vitest'
import { type ReadCollection, readPersonalData, unpagedCollection } from './personal-data.ts'

const db = {} as Kysely<unknown>
const rows = (count: number, bytes: number) =>
  Array.from({ length: count }, (_, id) => ({ id, text: 'x'.repeat(bytes) }))

/** Requests the data as identity does, page by page. */
async function readAll(
  held: Readonly<Record<string, ReadCollection<unknown>>>,
): Promise<LearnerExportPage[]> {
  const pages: LearnerExportPage[] = []
  let from: LearnerExportPage['next'] = null
  do {
    const page: LearnerExportPage = await readPersonalData(
      db,
      { collections: async () => held },
      { learnerId: 'ann', from },
    )
    pages.push(page)
    from = page.next
  } while (from !== null)
  return pages
}

test('pages contain every row once, in order, within the message limit', async () => {
  const held = { small: rows(1_200, 10), large: rows(40, 100_000), none: [] }
  const pages = await readAll(
    Object.fromEntries(Object.entries(held).map(([name, of]) => [name, unpagedCollection(async () => of)])),
  )
  for (const [name, of] of Object.entries(held)) {
    expect(pages.filter(({ collection }) => collection === name).flatMap((page) => page.rows)).toEqual(of)
  }
  expect(Math.max(...pages.map((page) => JSON.stringify(page).length))).toBeLessThan(1024 * 1024)
})

test('fails for a row larger than a message', async () => {
  const huge = unpagedCollection(async () => rows(1, 600 * 1024))
  await expect(readAll({ huge })).rejects.toMatchObject({ code: 'export_row_too_large' })
})

test('returns nothing for a service without personal data', async () => {
  expect(await readAll({})).toEqual([{ collection: '', rows: [], next: null }])
})
