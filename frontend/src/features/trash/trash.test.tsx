import { paginate, type TrashItem } from '@rehearse/contracts'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { errorResponse, fakeNetwork } from '../../testing/fake-network.ts'
import { renderAt } from '../../testing/render-app.tsx'
import { TrashPage } from './trash-page.tsx'

const item = (id: string, title: string, kind: TrashItem['kind']): TrashItem => ({
  id,
  kind,
  entryId: id,
  title,
  deletedBy: 'admin_1',
  deletedAt: new Date().toISOString(),
  expiresAt: new Date(Date.now() + 30.5 * 24 * 60 * 60 * 1000).toISOString(),
})

const network = (items: TrashItem[], more: Parameters<typeof fakeNetwork>[0] = {}) =>
  fakeNetwork({
    'GET /api/admin/editors': () => ({ data: [{ id: 'admin_1', name: 'Ann', role: 'admin' }] }),
    'GET /api/admin/trash': ({ query }) => {
      const page = Number(query.get('page') ?? 1)
      const data = items.slice((page - 1) * 10, page * 10)
      return { success: true, data, pagination: paginate(page, 10, items.length) }
    },
    ...more,
  })

test('shows who deleted what and the time left, and restores several at once', async () => {
  const items = [item('a', 'Event loop', 'questions'), item('b', 'Closures', 'articles')]
  const calls = network(items, {
    'POST /api/admin/trash/a/restore': () => ({ success: true, message: 'Restored successfully' }),
    'POST /api/admin/trash/b/restore': () => errorResponse(409, 'Gone', { code: 'restore_expired' }),
  })
  const { user } = renderAt('/admin/trash', <TrashPage />)
  const row = await screen.findByRole('row', { name: /Event loop/ })
  expect(within(row).getByText('30 days')).toBeTruthy()
  expect(await within(row).findByText('by Ann')).toBeTruthy()
  await user.click(screen.getByRole('checkbox', { name: 'Select all on this page' }))
  await user.click(screen.getByRole('button', { name: 'Restore 2 items' }))
  await screen.findByText('1 item was restored')
  expect(screen.getByText('1 item was not restored')).toBeTruthy()
  expect(within(screen.getByRole('row', { name: /Closures/ })).getByRole('alert').textContent).toBe('Gone')
  expect(calls.filter(({ method }) => method === 'POST').map(({ path }) => path)).toEqual([
    '/api/admin/trash/a/restore',
    '/api/admin/trash/b/restore',
  ])
})

test('asks for another name when the name was taken meanwhile', async () => {
  const calls = network([item('a', 'Closures', 'topic')], {
    'POST /api/admin/trash/a/restore': ({ body }) =>
      (body as { name?: string }).name
        ? { success: true, message: 'Restored successfully' }
        : errorResponse(409, 'There is a topic with this name already', { code: 'name_taken' }),
  })
  const { user } = renderAt('/admin/trash', <TrashPage />)
  await user.click(await screen.findByRole('button', { name: 'Restore "Closures"' }))
  await user.type(await screen.findByRole('textbox', { name: 'New name' }), 'Closures, part 2')
  await user.click(screen.getByRole('button', { name: 'Restore' }))
  await screen.findByText('1 item was restored')
  expect(calls.filter(({ method }) => method === 'POST').at(-1)?.body).toEqual({ name: 'Closures, part 2' })
})

test('a page whose last item was restored is left for the one before', async () => {
  const items = [item('a', 'Closures', 'topic')]
  network(items)
  renderAt('/admin/trash?page=2', <TrashPage />)
  await screen.findByRole('row', { name: /Closures/ })
  expect(screen.queryByText('The trash is empty')).toBeNull()
})

test('images and audio are listed apart, and restored by the service that has them', async () => {
  const files = [
    { ...item('img', 'A clock', 'questions'), kind: 'image' },
    { ...item('aud', 'Event loop', 'questions'), kind: 'question-audio' },
  ]
  const calls = network([], {
    'GET /api/admin/trash/files': () => ({ success: true, data: files, pagination: paginate(1, 10, 2) }),
    'POST /api/admin/trash/files/img/restore': () => ({ success: true, message: 'Restored successfully' }),
    'POST /api/admin/trash/files/aud/restore': () =>
      errorResponse(409, 'The question has other audio now. Delete that first, then restore this', {
        code: 'audio_replaced',
      }),
  })
  const { user } = renderAt('/admin/trash', <TrashPage />)
  await screen.findByText('The trash is empty')
  await user.click(screen.getByRole('link', { name: 'Images and audio' }))
  const image = await screen.findByRole('row', { name: /A clock/ })
  expect(within(image).getByText('Image')).toBeTruthy()
  expect(within(image).getByText('30 days')).toBeTruthy()
  expect(screen.queryByRole('option', { name: 'Learning path' })).toBeNull()
  await user.selectOptions(screen.getByLabelText('Type'), 'Image')
  await screen.findByRole('row', { name: /A clock/ })
  expect(
    calls
      .filter(({ path }) => path.endsWith('/files'))
      .at(-1)
      ?.query.get('kind'),
  ).toBe('image')
  await user.click(screen.getByRole('checkbox', { name: 'Select all on this page' }))
  await user.click(screen.getByRole('button', { name: 'Restore 2 items' }))
  await screen.findByText('1 item was restored')
  expect(within(screen.getByRole('row', { name: /Event loop/ })).getByRole('alert').textContent).toContain(
    'other audio',
  )
})
