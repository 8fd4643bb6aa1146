import { randomUUID } from 'node:crypto'
import { generatedQuestion, planted } from '../../../bench/src/generated-questions.ts'
import type { Journey } from './journey.ts'

interface Imported {
  data: { batchId: string; results: { id: string }[] }
}

const imported = 3
const words = Object.values(planted).map(({ text }) => text)

/** Signs in, looks through the bank, imports a few questions, edits one of them, and takes them all out again. */
export const adminJourney: Journey = {
  who: 'admin',
  walk: async (visit) => {
    const { token, isOwn } = await visit.accounts.admin(visit)
    await visit.step('list-admin', { path: '/api/questions/unified?page=1&pageSize=20', token })
    await visit.think()
    const word = words[Math.floor(visit.random() * words.length)] ?? 'closure'
    await visit.step('search', {
      path: `/api/questions/unified/search?search=${encodeURIComponent(word)}`,
      token,
    })
    await visit.think()
    const mark = randomUUID()
    const questions = Array.from({ length: imported }, (_, at) => ({
      ...generatedQuestion(Math.floor(visit.random() * 1_000_000)),
      title: `Load test ${mark}, question ${at + 1}`,
    }))
    const { data } = await visit.step<Imported>('import', {
      method: 'POST',
      path: '/api/questions/unified',
      token,
      body: { isBulkImport: true, questions },
    })
    await visit.think()
    const [first] = data.results
    if (first) {
      await visit.step('edit-question', {
        method: 'PUT',
        path: `/api/questions/unified/${first.id}`,
        token,
        body: { title: `Load test ${mark}, edited` },
      })
      // Undoing an import keeps what was edited since, so that goes by itself.
      await visit.step('delete-question', {
        method: 'DELETE',
        path: `/api/questions/unified/${first.id}`,
        token,
      })
    }
    await visit.step('undo-import', {
      method: 'DELETE',
      path: `/api/questions/imports/${data.batchId}`,
      token,
    })
    if (isOwn) await visit.step('sign-out-admin', { method: 'DELETE', path: '/api/admin/auth', token })
  },
}
