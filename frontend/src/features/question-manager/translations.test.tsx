import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { errorResponse, fakeNetwork } from '../../testing/fake-network.ts'
import { renderAt } from '../../testing/render-app.tsx'
import { Translations } from './translations.tsx'

const id = '8d5229c8-16de-4b2d-98c4-df2164f3c7b4'
const one = `/api/questions/unified/${id}/translations/ar`
const before = {
  title: 'Typeof',
  content: 'What is null?',
  explanation: 'A tag.',
  options: [
    { id: 'a', text: 'null' },
    { id: 'b', text: 'object', feedback: 'Yes.' },
  ],
}
const words = {
  title: 'نوع',
  content: 'ما نوع null؟',
  explanation: 'وسم.',
  options: [
    { id: 'a', text: 'لا شيء' },
    { id: 'b', text: 'كائن', feedback: 'نعم.' },
  ],
}
const detail = {
  ...{ id, version: 3, state: 'stale' },
  original: { ...before, explanation: 'A type tag.' },
  translated: { original: before, words, changedAt: '2026-11-20T08:00:00Z' },
}
const row = { id, title: 'Typeof', category: 'JavaScript', state: 'stale', changedAt: null }

function open(answers: Parameters<typeof fakeNetwork>[0] = {}) {
  const calls = fakeNetwork({
    'GET /api/admin/translations': ({ query }) => ({
      success: true,
      data: query.get('after') === '9' ? [{ ...row, id: one, title: 'Later' }] : [row],
      next: query.get('after') === '9' ? null : 9,
    }),
    [`GET ${one}`]: () => ({ success: true, data: detail }),
    ...answers,
  })
  return { calls, ...renderAt('/admin/translations?state=stale', <Translations />) }
}
const form = async () => within(await screen.findByRole('region', { name: 'Arabic translation' }))

test('lists questions of a state, page by page', async () => {
  const { calls, user } = open()
  await screen.findByRole('rowheader', { name: 'Typeof' })
  await user.click(screen.getByRole('button', { name: 'Show more questions' }))
  await screen.findByRole('rowheader', { name: 'Later' })
  expect(calls.map(({ query }) => query.get('state'))).toEqual(['stale', 'stale'])
  expect(screen.queryByRole('button', { name: 'Show more questions' })).toBeNull()
})

test('translates beside the original, which shows what changed since', async () => {
  const { calls, user } = open({ [`PUT ${one}`]: () => ({ success: true, data: detail }) })
  await user.click(await screen.findByRole('link', { name: 'Translate "Typeof"' }))
  const shown = await form()
  const original = await shown.findByRole('region', { name: 'Original: Explanation' })
  expect(original.querySelector('ins')?.textContent).toContain('type')
  expect(shown.getByRole('region', { name: 'Original: Title' }).querySelector('ins, del')).toBeNull()
  const explanation = shown.getByLabelText('Explanation')
  expect(explanation).toHaveProperty('value', 'وسم.')
  await user.clear(explanation)
  await user.click(shown.getByRole('button', { name: 'Save translation' }))
  expect(shown.getByText('Please fill in this field.')).toBeDefined()
  expect(calls.some(({ method }) => method === 'PUT')).toBe(false)
  await user.type(explanation, 'وسم النوع.')
  await user.click(shown.getByRole('button', { name: 'Save translation' }))
  await vi.waitUntil(() => screen.queryByRole('region', { name: 'Arabic translation' }) === null)
  expect(calls.find(({ method }) => method === 'PUT')?.body).toEqual({
    ...{ ...words, version: 3, explanation: 'وسم النوع.' },
  })
})

test('keeps the typed text when the question changes meanwhile, and saves it for the new version', async () => {
  let version = 3
  const { calls, user } = open({
    [`GET ${one}`]: () => ({ success: true, data: { ...detail, version } }),
    [`PUT ${one}`]: ({ body }) =>
      (body as { version: number }).version === version
        ? { success: true, data: detail }
        : errorResponse(409, 'The question changed in the meantime.', { code: 'question_changed' }),
  })
  await user.click(await screen.findByRole('link', { name: 'Translate "Typeof"' }))
  const shown = await form()
  const title = await shown.findByLabelText('Title')
  await user.type(title, '!')
  version = 4
  await user.click(shown.getByRole('button', { name: 'Save translation' }))
  await shown.findByText('The translation was not saved')
  await vi.waitUntil(() => calls.filter(({ path, method }) => path === one && method === 'GET').length === 2)
  expect(title).toHaveProperty('value', 'نوع!')
  await user.click(shown.getByRole('button', { name: 'Save translation' }))
  await vi.waitUntil(() => screen.queryByRole('region', { name: 'Arabic translation' }) === null)
  expect(calls.filter(({ method }) => method === 'PUT').at(-1)?.body).toMatchObject({
    version: 4,
    title: 'نوع!',
  })
})
