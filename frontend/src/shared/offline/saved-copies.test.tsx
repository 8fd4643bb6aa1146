import 'fake-indexeddb/auto'
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { errorResponse, fakeNetwork } from '../../testing/fake-network.ts'
import { learnerApi } from '../api/client.ts'
import { createQueryClient } from '../api/query-client.ts'
import { user } from '../storage.ts'
import { offlineDatabase } from './offline-database.ts'
import { refreshCopies, saveCopies, useOldestCopy } from './saved-copies.ts'

const sheet = { title: 'Flexbox' }
const online = () => fakeNetwork({ 'GET /api/cheatsheets': () => sheet })
const offline = () =>
  fakeNetwork({ 'GET /api/cheatsheets': () => Promise.reject(new TypeError('no network')) })

let ends: (() => void)[] = []
let client = createQueryClient()
beforeEach(() => {
  user.learner = 'learner-1'
})
afterEach(async () => {
  for (const end of ends) end()
  ends = []
  await (await offlineDatabase()).clear('copies')
})

/** Opens the page like a new visit. */
function openPage() {
  client = createQueryClient()
  ends.push(saveCopies(client))
  return render(
    <QueryClientProvider client={client}>
      <Sheet />
    </QueryClientProvider>,
  )
}

function Sheet() {
  const { data, error } = useQuery({
    queryKey: ['catalogue', '/api/cheatsheets'],
    queryFn: () => learnerApi.call<typeof sheet>('GET', '/api/cheatsheets'),
  })
  const savedAt = useOldestCopy(client)
  return (
    <>
      <h1>{error ? 'Error' : (data?.title ?? 'Loading')}</h1>
      <p>{savedAt === null ? 'current' : `copy of ${new Date(savedAt).toISOString()}`}</p>
    </>
  )
}

const copies = async () => (await offlineDatabase()).getAll('copies')

async function visitOnline() {
  online()
  const page = openPage()
  await screen.findByRole('heading', { name: 'Flexbox' })
  await expect.poll(copies).toHaveLength(1)
  page.unmount()
}

test('a page that was never seen loads by itself when the server is back', async () => {
  offline()
  openPage()
  await screen.findByRole('heading', { name: 'Error' })
  online()
  refreshCopies(client)
  await screen.findByRole('heading', { name: 'Flexbox' })
  await screen.findByText('current')
})

test('a page seen before shows its copy, with its age, until the server is back', async () => {
  await visitOnline()
  const [copy] = await copies()
  offline()
  openPage()
  await screen.findByRole('heading', { name: 'Flexbox' })
  await screen.findByText(`copy of ${new Date(copy?.savedAt ?? 0).toISOString()}`)
  // Trying again doesn't replace the copy with an error.
  await client.refetchQueries()
  expect(screen.getByRole('heading').textContent).toBe('Flexbox')
  online()
  refreshCopies(client)
  await screen.findByText('current')
})

test('another learner sees no copy, nor does a page never seen before', async () => {
  await visitOnline()
  user.learner = 'learner-2'
  offline()
  openPage()
  await screen.findByRole('heading', { name: 'Error' })
  expect(screen.getByText('current')).toBeDefined()
})

test('an error that the server reports is shown', async () => {
  await visitOnline()
  fakeNetwork({ 'GET /api/cheatsheets': () => errorResponse(403, 'No') })
  openPage()
  await screen.findByRole('heading', { name: 'Error' })
})

test('of the account only the profile is saved, which Today needs', async () => {
  client = createQueryClient()
  ends.push(saveCopies(client))
  for (const part of ['profile', 'sessions']) {
    await client.fetchQuery({ queryKey: ['account', 'learner-1', part], queryFn: () => ({ part }) })
  }
  await expect.poll(async () => (await copies()).map(({ data }) => data)).toEqual([{ part: 'profile' }])
})
