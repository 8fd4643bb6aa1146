import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { sampleFullQuestion } from '../../testing/admin-samples.ts'
import { errorResponse, fakeNetwork } from '../../testing/fake-network.ts'
import { renderAt } from '../../testing/render-app.tsx'
import { QuestionVersions } from './question-versions.tsx'

const now = sampleFullQuestion({ version: 2, title: 'A timer or two' })
const before = sampleFullQuestion({ version: 1, title: 'A timer or three' })
const one = `/api/questions/unified/${now.id}`
const version = (question: typeof now, action: string, changes: string[]) => ({
  version: question.version,
  action,
  changedBy: 'admin_7',
  changedAt: '2026-11-20T08:00:00.000Z',
  changes,
  question,
})

function open(answers: Parameters<typeof fakeNetwork>[0] = {}) {
  const calls = fakeNetwork({
    [`GET ${one}/history`]: () => ({
      success: true,
      data: [version(now, 'updated', ['title']), version(before, 'created', [])],
      pagination: { page: 1, pageSize: 50, totalCount: 2, totalPages: 1, hasNext: false, hasPrev: false },
    }),
    'GET /api/admin/editors': () => ({ success: true, data: [{ id: 'admin_7', name: 'Vera' }] }),
    ...answers,
  })
  return { ...renderAt('/', <QuestionVersions id={now.id} onClose={() => undefined} />), calls }
}

test('show who changed what, word by word', async () => {
  const { user } = open()
  await screen.findAllByText(/by Vera/)
  const [newest] = screen.getAllByRole('listitem')
  expect(newest?.textContent).toContain('Changed: Title')
  await user.click(screen.getByRole('button', { name: 'Show changes: Version 2' }))
  const item = within(newest as HTMLElement)
  expect((await item.findByText('Title')).tagName).toBe('DT')
  expect(newest?.querySelector('del')?.textContent).toBe('Removed: three')
  expect(newest?.querySelector('ins')?.textContent).toBe('Added: two')
})

test('restore an old one as a new version', async () => {
  const { user, calls } = open({ [`PUT ${one}`]: () => ({ success: true, message: 'saved', data: now }) })
  await user.click(await screen.findByRole('button', { name: 'Restore this version: Version 1' }))
  await user.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Restore this version' }),
  )
  expect(await screen.findByText('The question was restored to version 1.')).toBeDefined()
  const put = calls.find(({ method }) => method === 'PUT')
  expect(put?.headers.get('if-match')).toBe('"v2"')
  expect(put?.body).toMatchObject({ title: 'A timer or three', explanation: before.explanation })
})

test('never restore over a version that was not displayed', async () => {
  const { user, calls } = open({ [`PUT ${one}`]: () => errorResponse(412, 'stale') })
  await user.click(await screen.findByRole('button', { name: 'Restore this version: Version 1' }))
  await user.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Restore this version' }),
  )
  expect(await screen.findByText(/Someone just saved a newer version/)).toBeDefined()
  await vi.waitUntil(() => calls.filter(({ path }) => path === `${one}/history`).length > 1)
})
