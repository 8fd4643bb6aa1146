import { buffer } from 'node:stream/consumers'
import { strFromU8, unzipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import type { PersonalDataPage } from './collect-personal-data.ts'
import { exportTexts, writeArchive } from './export-learner.ts'

const reader = { texts: exportTexts('en'), timeZone: 'Asia/Tokyo', now: new Date('2026-11-21T20:00:00Z') }

async function filesOf(pages: PersonalDataPage[]): Promise<Record<string, string>> {
  const archive = await writeArchive(asStream(pages), reader)
  const files = unzipSync(new Uint8Array(await buffer(archive.createReadStream({ start: 0 }))))
  return Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, strFromU8(bytes)]))
}

async function* asStream(pages: PersonalDataPage[]): AsyncGenerator<PersonalDataPage> {
  yield* pages
}

const rows = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: from + index }))

describe('an export archive', () => {
  test('joins the pages of a collection into one JSON file', async () => {
    const files = await filesOf([
      { service: 'progress', collection: 'events', rows: rows(0, 500) },
      { service: 'progress', collection: 'events', rows: rows(500, 500) },
      { service: 'progress', collection: 'learner_note', rows: [] },
      { service: 'media', collection: '', rows: [] },
    ])
    expect(Object.keys(files)).toEqual([
      'progress/events.json',
      'progress/learner_note.json',
      'media.json',
      'index.html',
    ])
    expect(JSON.parse(files['progress/events.json'] ?? '')).toEqual(rows(0, 1_000))
    expect(JSON.parse(files['media.json'] ?? '')).toEqual([])
    expect(files['index.html']?.match(/<tr><td>/g)).toHaveLength(1_000)
  })

  test('shows text that learners wrote without running it, with times in their time zone', async () => {
    const note = {
      text: '<script>alert("you")</script> & more',
      saved_at: '2026-11-21T20:00:00.000Z',
      open: true,
    }
    const files = await filesOf([{ service: 'progress', collection: 'learner_note', rows: [note] }])
    const page = files['index.html'] ?? ''
    expect(page).toContain('&lt;script&gt;alert(&quot;you&quot;)&lt;/script&gt; &amp; more')
    expect(page).not.toContain('<script')
    expect(page).toContain('<th scope="col">Saved at</th>')
    expect(page).toContain('Nov 22, 2026, 5:00:00')
    expect(page).toContain('<td>yes</td>')
  })

  test('isn’t created if a part of the data is unavailable', async () => {
    async function* failing(): AsyncGenerator<PersonalDataPage> {
      yield { service: 'identity', collection: 'learner', rows: rows(0, 1) }
      throw new Error('gone')
    }
    await expect(writeArchive(failing(), reader)).rejects.toThrow('gone')
  })
})
