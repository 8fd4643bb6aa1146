import { randomUUID } from 'node:crypto'
import type { BulkOutcome } from '@rehearse/contracts'
import { expect, test } from 'vitest'
import { superAdmin, visitor } from '../support/client.ts'
import { newQuestion } from '../support/questions.ts'

const unified = '/api/questions/unified'

// The questions service's own tests have all actions, reports and backups.
test('an admin changes many questions at once, which visitors see through the gateway, and undoes it', async () => {
  const asAdmin = await superAdmin()
  const questions = await Promise.all([newQuestion(), newQuestion()])
  const ids = [...questions.map(({ id }) => id), randomUUID()]
  const { status, body } = await asAdmin<{ data: { batchId: string; results: BulkOutcome[] } }>(
    `${unified}/bulk`,
    { body: { action: 'deactivate', ids } },
  )
  expect(status).toBe(200)
  expect(body.data.results.map(({ outcome }) => outcome)).toEqual(['changed', 'changed', 'not-found'])
  expect((await visitor(`${unified}/${ids[0]}`)).status).toBe(404)
  const path = `/api/questions/bulk/${body.data.batchId}`
  const undone = await asAdmin(path, { method: 'DELETE' })
  expect(undone).toMatchObject({ status: 200, body: { data: { reverted: 2, kept: [] } } })
  expect((await visitor(`${unified}/${ids[0]}`)).status).toBe(200)

  const history = await asAdmin<{ data: { version: number; action: string; changes: string[] }[] }>(
    `${unified}/${ids[0]}/history`,
  )
  expect(history.body.data.map(({ version, action, changes }) => [version, action, changes])).toEqual([
    [3, 'updated', ['isActive']],
    [2, 'updated', ['isActive']],
    [1, 'created', []],
  ])
})
