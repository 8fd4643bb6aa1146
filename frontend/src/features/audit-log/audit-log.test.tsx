import type { AuditEntry } from '@rehearse/contracts'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeNetwork } from '../../testing/fake-network.ts'
import { renderAt } from '../../testing/render-app.tsx'
import { AuditLogPage } from './audit-log-page.tsx'

const entry: AuditEntry = {
  id: 'a',
  at: '2026-11-20T08:00:00Z',
  actor: 'admin_1',
  actorName: 'Ann',
  role: 'admin',
  topic: 'questions',
  action: 'POST /api/questions/unified/:id/status',
  summary: 'Submit a question for review, approve, return, schedule or archive it',
  target: 'q-1',
  title: 'Event loop',
  details: { status: 'approved' },
  requestId: 'r',
}

test('shows who did what, and filters by person and days of the device', async () => {
  const calls = fakeNetwork({
    'GET /api/admin/editors': () => ({ data: [{ id: 'admin_1', name: 'Ann', role: 'admin' }] }),
    'GET /api/admin/audit': () => ({
      success: true,
      data: [entry],
      pagination: { page: 1, pageSize: 10, totalCount: 1, totalPages: 1, hasNext: false, hasPrev: false },
    }),
  })
  const { user } = renderAt('/admin/audit?from=2026-11-20&to=2026-11-20', <AuditLogPage />)
  const row = await screen.findByRole('row', { name: /Event loop/ })
  expect(within(row).getByText('status: approved')).toBeTruthy()
  expect(within(row).getByText('Ann')).toBeTruthy()
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Person' }), 'Ann')
  await waitFor(() => expect(calls.at(-1)?.query.get('actor')).toBe('admin_1'))
  expect(calls.at(-1)?.query.get('from')).toBe(new Date('2026-11-20T00:00:00').toISOString())
  expect(calls.at(-1)?.query.get('to')).toBe(new Date('2026-11-21T00:00:00').toISOString())
})
