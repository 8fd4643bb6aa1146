import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { type Call, errorResponse, fakeNetwork } from '../../testing/fake-network.ts'
import { renderAt } from '../../testing/render-app.tsx'
import { BackupsPage } from './backups-page.tsx'

const file = {
  name: 'html-questions.json',
  section: 'HTML',
  questionCount: 2,
  bytes: 2_500,
  updatedAt: '2026-11-20T08:00:00Z',
}
const point = (id: string, questionCount: number) => ({
  ...{ id, questionCount, section: 'HTML', bytes: 2_500, createdAt: '2026-11-20T08:00:00Z' },
})
const points = [point('newest', 2), point('earlier', 7)]
const stats = { totalFiles: 1, totalQuestions: 2, sections: [{ section: 'HTML', questionCount: 2 }] }
const question = { id: 'a', title: 'What is a label?', section: 'HTML', backedUpAt: '2026-11-20T08:00:00Z' }
const counts = { created: 0, updated: 1, undeleted: 0, unchanged: 1, failed: 0 }
const change = { id: 'a', title: 'What is a label?', action: 'updated', fields: ['content'] }

const network = (more: Parameters<typeof fakeNetwork>[0] = {}) =>
  fakeNetwork({
    'GET /api/sections': () => ({ data: [{ id: 'html', name: 'HTML' }] }),
    'GET /api/admin/backup': ({ query }) => ({
      success: true,
      data: { stats, files: [file], section: [question], points }[query.get('action') as 'stats'],
    }),
    'POST /api/admin/backup/restore': ({ body }) => {
      const { dryRun } = body as { dryRun: boolean }
      return {
        success: true,
        data: { section: 'HTML', dryRun, ...counts, changes: [change] },
        message: 'Restored',
      }
    },
    ...more,
  })
const show = () => renderAt('/admin/backup', <BackupsPage />)
const bodies = (calls: readonly Call[], call: string) =>
  calls.filter(({ method, path }) => `${method} ${path}` === call).map(({ body }) => body)

test('shows the totals, the files, and the contents of one', async () => {
  network()
  const { user } = show()
  const row = await screen.findByRole('row', { name: /HTML/ })
  expect(within(row).getByText('2.5 kB')).toBeTruthy()
  await user.click(within(row).getByRole('button', { name: 'Show the backup of "HTML"' }))
  const content = await screen.findByRole('region', { name: 'Backup of "HTML"' })
  expect(await within(content).findByText('What is a label?')).toBeTruthy()
})

test('restores only after previewing the changes', async () => {
  const calls = network()
  const { user } = show()
  await user.click(await screen.findByRole('button', { name: 'Restore "HTML"' }))
  const panel = await screen.findByRole('region', { name: 'Restore "HTML"' })
  await within(panel).findByText(/Nothing has changed yet/)
  expect(within(panel).getByText('content')).toBeTruthy()
  const restore = 'POST /api/admin/backup/restore'
  expect(bodies(calls, restore)).toEqual([{ section: 'HTML', point: 'newest', dryRun: true }])
  await user.click(within(panel).getByRole('button', { name: 'Restore 1 question' }))
  await within(panel).findByText('Restored')
  expect(bodies(calls, restore).slice(1)).toEqual([{ section: 'HTML', point: 'newest', dryRun: false }])
  expect(within(panel).queryByRole('button', { name: /^Restore/ })).toBeNull()
})

test('previews another restore point when it is chosen', async () => {
  const calls = network()
  const { user } = show()
  await user.click(await screen.findByRole('button', { name: 'Restore "HTML"' }))
  const panel = await screen.findByRole('region', { name: 'Restore "HTML"' })
  await within(panel).findByText(/Nothing has changed yet/)
  const choice = within(panel).getByRole('combobox', { name: 'Restore point' })
  await user.selectOptions(choice, within(choice).getByRole('option', { name: /, 7 questions$/ }))
  await user.click(await within(panel).findByRole('button', { name: 'Restore 1 question' }))
  await within(panel).findByText('Restored')
  expect(bodies(calls, 'POST /api/admin/backup/restore')).toEqual([
    { section: 'HTML', point: 'newest', dryRun: true },
    { section: 'HTML', point: 'earlier', dryRun: true },
    { section: 'HTML', point: 'earlier', dryRun: false },
  ])
})

test('if a question is rejected, it does not claim that everything was restored', async () => {
  const refused = { ...change, action: 'failed', fields: [], error: 'Its category is gone' }
  network({
    'POST /api/admin/backup/restore': () => ({
      success: true,
      data: { section: 'HTML', dryRun: true, ...counts, updated: 0, failed: 1, changes: [refused] },
      message: '',
    }),
  })
  const { user } = show()
  await user.click(await screen.findByRole('button', { name: 'Restore "HTML"' }))
  expect(await screen.findByText('Its category is gone')).toBeTruthy()
  expect(screen.queryByText(/There is nothing to restore/)).toBeNull()
  // Long lists scroll, by keyboard too.
  expect(screen.getByText('Its category is gone').closest('ul')?.tabIndex).toBe(0)
})

test('accepts a downloaded file, and shows why one is rejected', async () => {
  const calls = network({
    'POST /api/admin/backup/restore': () =>
      errorResponse(400, 'The backup is damaged: it is no JSON. Nothing was changed.'),
  })
  const { user } = show()
  await screen.findByRole('row', { name: /HTML/ })
  await user.upload(
    screen.getByLabelText('Restore from a file', { selector: 'input' }),
    new File(['broken'], 'mine.json', { type: 'application/json' }),
  )
  const panel = await screen.findByRole('region', { name: 'Restore "mine.json"' })
  expect(await within(panel).findByText(/it is no JSON/)).toBeTruthy()
  expect(bodies(calls, 'POST /api/admin/backup/restore')).toEqual([{ content: 'broken', dryRun: true }])
})

test('backs up one section, or all of them', async () => {
  const calls = network({
    'POST /api/admin/backup/sections': () => ({ success: true, data: [], message: 'Done' }),
  })
  const { user } = show()
  await user.click(await screen.findByRole('button', { name: 'Back up now' }))
  await waitFor(() => expect(bodies(calls, 'POST /api/admin/backup/sections')).toEqual([{}]))
  await screen.findByRole('option', { name: 'HTML' })
  await user.selectOptions(screen.getByRole('combobox', { name: 'Back up' }), 'HTML')
  await user.click(await screen.findByRole('button', { name: 'Back up now' }))
  await waitFor(() =>
    expect(bodies(calls, 'POST /api/admin/backup/sections')).toEqual([{}, { section: 'HTML' }]),
  )
})

test('deletes a backup only after a confirmation that lists its restore points', async () => {
  const calls = network({ 'DELETE /api/admin/backup': () => ({ success: true, message: 'Gone' }) })
  const { user } = show()
  await user.click(await screen.findByRole('button', { name: 'Delete the backup of "HTML"' }))
  const dialog = await screen.findByRole('alertdialog')
  expect(within(dialog).getByText('html-questions.json')).toBeTruthy()
  await within(dialog).findByText(/, 2 questions$/)
  await within(dialog).findByText(/, 7 questions$/)
  expect(bodies(calls, 'DELETE /api/admin/backup')).toEqual([])
  await user.click(within(dialog).getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(bodies(calls, 'DELETE /api/admin/backup')).toEqual([{ section: 'HTML' }]))
})

test('reports what could not be loaded, and retries each', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  let away = true
  network({
    'GET /api/admin/backup': ({ query }) =>
      away
        ? errorResponse(400, 'Out of order')
        : { success: true, data: { stats, files: [file] }[query.get('action') as 'stats'] },
  })
  const { user } = show()
  for (const title of ['Failed to get backup statistics', 'Failed to get backup files']) {
    const alert = (await screen.findByText(title)).closest<HTMLElement>('[role=alert]')
    expect(alert).not.toBeNull()
    away = false
    if (alert) await user.click(within(alert).getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(screen.queryByText(title)).toBeNull())
    away = true
  }
})
