import type { QueryClient } from '@tanstack/react-query'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { adminSelfQuery } from '../../shared/admin/admin-self.ts'
import { type Call, errorResponse, fakeNetwork } from '../../testing/fake-network.ts'
import { renderAt } from '../../testing/render-app.tsx'
import type { Collection } from './collection.ts'
import { ContentPage } from './content-page.tsx'
import { EntryDiff } from './entry-diff.tsx'
import { libraryCollections } from './library.ts'
import { printSteps } from './steps-file.tsx'
import { categories, paths, plans, sections } from './taxonomy-pages.tsx'

const html = {
  id: 'html',
  name: 'HTML',
  description: 'Pages',
  icon: 'coding',
  order: 1,
  questionCount: 0,
  revision: 4,
}
const css = { ...html, id: 'css', name: 'CSS', description: 'Looks', order: 2, questionCount: 3, revision: 5 }

const show = (address: string, collection: Collection = sections) =>
  renderAt(address, <ContentPage page="content" collections={[collection]} />)
const network = (answers: Parameters<typeof fakeNetwork>[0] = {}, data: unknown[] = [html, css]) =>
  fakeNetwork({ 'GET /api/sections': () => ({ data }), ...answers })
const sent = (calls: readonly Call[], method: string) => calls.filter((call) => call.method === method)
const written = { success: true, data: html, message: 'Section updated successfully' }

test('the list shows the contents of each entry, and is filtered by a search', async () => {
  network()
  const { user } = show('/admin/sections')
  expect(await screen.findByRole('link', { name: '3 questions' })).toHaveProperty(
    'href',
    expect.stringContaining('/admin/questions/unified?sectionId=css'),
  )
  await user.type(screen.getByRole('searchbox', { name: 'Search' }), 'look')
  await waitFor(() => expect(screen.queryByText('HTML')).toBeNull())
  expect(screen.getByText('CSS')).toBeTruthy()
  // Moved within a filtered list, an entry's position in the whole list would be undefined.
  expect(screen.queryByRole('button', { name: 'Move "CSS"' })).toBeNull()
})

test('a new entry requires a name, uses the chosen icon, and shows a server error at its field', async () => {
  let rejecting = true
  const calls = network({
    'POST /api/sections': () =>
      rejecting
        ? errorResponse(409, 'There is a section with this name already', {
            details: [{ path: 'name', message: 'is taken' }],
          })
        : written,
  })
  const { user } = show('/admin/sections?new=1')
  await user.click(await screen.findByRole('button', { name: 'Create section' }))
  expect(screen.getByRole('textbox', { name: 'Name', description: /Fill in/ })).toBeTruthy()
  expect(sent(calls, 'POST')).toEqual([])

  await user.type(screen.getByRole('textbox', { name: /^Name/ }), 'Testing')
  await user.click(screen.getByRole('radio', { name: 'Testing' }))
  await user.click(screen.getByRole('button', { name: 'Create section' }))
  await screen.findByRole('textbox', { name: 'Name', description: /is taken/ })
  expect(screen.getByRole('alert').textContent).toContain('There is a section with this name already')

  rejecting = false
  await user.click(screen.getByRole('button', { name: 'Create section' }))
  await screen.findByRole('button', { name: 'Add section' })
  expect(sent(calls, 'POST').at(-1)?.body).toEqual({
    name: 'Testing',
    description: '',
    icon: 'testing',
    order: 3,
  })
})

test('an update carries its revision; changes by another admin are not overwritten silently', async () => {
  const theirs = { ...html, description: 'Documents', revision: 9 }
  let data: unknown[] = [html, css]
  const calls = fakeNetwork({
    'GET /api/sections': () => ({ data }),
    'PUT /api/sections/html': ({ headers }) =>
      headers.get('if-match') === '"v9"'
        ? written
        : errorResponse(412, 'Somebody else has changed this section'),
  })
  const { user } = show('/admin/sections?entry=html')
  await user.clear(await screen.findByLabelText(/^Description/))
  await user.type(screen.getByLabelText(/^Description/), 'Mine')
  data = [theirs, css]
  await user.click(screen.getByRole('button', { name: 'Save changes' }))
  await screen.findByText('Someone else changed this in the meantime')
  expect(sent(calls, 'PUT')[0]?.headers.get('if-match')).toBe('"v4"')
  expect(screen.getByLabelText(/^Description/)).toHaveProperty('value', 'Mine')

  const load = screen.getByRole('button', { name: 'Load the latest version' })
  await waitFor(() => expect(load).toHaveProperty('disabled', false))
  await user.click(load)
  expect(screen.getByLabelText(/^Description/)).toHaveProperty('value', 'Documents')
  await user.type(screen.getByLabelText(/^Description/), ' too')
  await user.click(screen.getByRole('button', { name: 'Save changes' }))
  await screen.findByRole('button', { name: 'Add section' })
  expect(sent(calls, 'PUT').at(-1)?.body).toMatchObject({ description: 'Documents too' })
})

test('my version can overwrite theirs after I have seen theirs', async () => {
  let data: unknown[] = [html, css]
  const calls = fakeNetwork({
    'GET /api/sections': () => ({ data }),
    'PUT /api/sections/html': ({ headers }) =>
      headers.get('if-match') === '"v9"'
        ? written
        : errorResponse(412, 'Somebody else has changed this section'),
  })
  const { user } = show('/admin/sections?entry=html')
  await user.type(await screen.findByLabelText(/^Description/), '!')
  data = [{ ...html, revision: 9 }, css]
  await user.click(screen.getByRole('button', { name: 'Save changes' }))
  const over = await screen.findByRole('button', { name: 'Overwrite with my version' })
  await waitFor(() => expect(over).toHaveProperty('disabled', false))
  await user.click(over)
  await screen.findByRole('button', { name: 'Add section' })
  expect(sent(calls, 'PUT').at(-1)?.body).toMatchObject({ description: 'Pages!' })
})

test('unsaved text survives a reload, and does not replace a newer version', async () => {
  network()
  const { user } = show('/admin/sections?entry=html')
  await user.type(await screen.findByLabelText(/^Description/), ' of mine')
  cleanup()

  const theirs = { ...html, description: 'Documents', revision: 9 }
  const calls = network(
    { 'PUT /api/sections/html': () => errorResponse(412, 'Somebody else has changed this section') },
    [theirs, css],
  )
  const again = show('/admin/sections?entry=html')
  await screen.findByText(/^These are your unsaved changes from/)
  expect(screen.getByText(/^Someone has saved another version since/)).toBeTruthy()
  expect(screen.getByLabelText(/^Description/)).toHaveProperty('value', 'Pages of mine')
  await again.user.click(screen.getByRole('button', { name: 'Save changes' }))
  await screen.findByText('Someone else changed this in the meantime')
  expect(sent(calls, 'PUT')[0]?.headers.get('if-match')).toBe('"v4"')

  await again.user.click(screen.getByRole('button', { name: 'Discard them' }))
  expect(screen.getByLabelText(/^Description/)).toHaveProperty('value', 'Documents')
  await waitFor(() => expect(localStorage.getItem('content_drafts_sections@admin:none')).toBeNull())
})

test('an unsaved draft is offered in the list; Cancel asks first', async () => {
  network()
  const { user } = show('/admin/sections?new=1')
  await user.type(await screen.findByRole('textbox', { name: /^Name/ }), 'Half')
  cleanup()

  network()
  const again = show('/admin/sections')
  await screen.findByText('Your unsaved new section is still here.')
  await again.user.click(screen.getByRole('button', { name: 'Continue' }))
  expect(await screen.findByRole('textbox', { name: /^Name/ })).toHaveProperty('value', 'Half')
  await again.user.click(screen.getByRole('button', { name: 'Cancel' }))
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Discard your changes?' }))
  await again.user.click(dialog.getByRole('button', { name: 'Discard' }))
  await screen.findByRole('button', { name: 'Add section' })
  expect(screen.queryByText('Your unsaved new section is still here.')).toBeNull()
})

test('an entry with questions is deleted only after choosing where they move', async () => {
  const filed = (count: number) => ({ success: true, data: [], pagination: { totalCount: count } })
  const calls = network({
    'GET /api/questions/unified': ({ query }) => filed(query.has('isActive') ? 3 : 4),
    'DELETE /api/sections/css': () => ({ success: true, message: 'Section deleted', trashId: 'x', moved: 3 }),
  })
  const { user } = show('/admin/sections')
  await user.click(await screen.findByRole('button', { name: 'Delete "CSS"' }))
  const dialog = await screen.findByRole('alertdialog')
  expect(within(dialog).getByText('Are you sure you want to delete "CSS"?')).toBeTruthy()
  await within(dialog).findByText('Choose where to move 4 questions, 1 of them inactive.')
  const confirm = within(dialog).getByRole('button', { name: 'Move and delete' })
  await user.click(confirm)
  expect(sent(calls, 'DELETE')).toEqual([])
  await user.selectOptions(within(dialog).getByRole('combobox', { name: 'Move the questions to' }), 'HTML')
  await user.click(confirm)
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  const [deletion] = sent(calls, 'DELETE')
  expect(deletion?.query.get('reassignTo')).toBe('html')
  expect(deletion?.headers.get('if-match')).toBe('"v5"')
  // Its questions have moved: restoring it would not move them back.
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
})

test('deleted questions count too, and only the server knows them', async () => {
  const calls = network({
    'GET /api/questions/unified': () => ({ success: true, data: [], pagination: { totalCount: 0 } }),
    'DELETE /api/sections/html': ({ query }) =>
      query.has('reassignTo')
        ? { success: true, message: 'Section deleted', trashId: 'x', moved: 0 }
        : errorResponse(409, '1 question is filed under this section, 1 of them deleted but restorable', {
            code: 'in_use',
            details: [
              { path: 'questionCount', message: '1' },
              { path: 'deletedCount', message: '1' },
            ],
          }),
  })
  const { user } = show('/admin/sections')
  await user.click(await screen.findByRole('button', { name: 'Delete "HTML"' }))
  const dialog = await screen.findByRole('alertdialog')
  await vi.waitUntil(
    () => !within(dialog).getByRole('button', { name: 'Delete' }).hasAttribute('aria-disabled'),
  )
  await user.click(within(dialog).getByRole('button', { name: 'Delete' }))
  await within(dialog).findByText('Choose where to move 1 question, 1 of them deleted but restorable.')
  await user.selectOptions(within(dialog).getByRole('combobox'), 'CSS')
  await user.click(within(dialog).getByRole('button', { name: 'Move and delete' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(sent(calls, 'DELETE')).toHaveLength(2)
})

test('a deleted library entry is restored from the trash', async () => {
  const jobs = libraryCollections.find(({ name }) => name === 'jobs') as Collection
  const job = {
    id: 'a-job',
    order: 7,
    revision: 3,
    createdAt: '2026-11-01T00:00:00Z',
    updatedAt: '2026-11-01T00:00:00Z',
    title: 'A job',
    company: 'Acme',
    location: 'Berlin',
    remote: false,
    type: 'full-time',
    description: 'Work.',
    skills: ['CSS'],
    url: 'https://example.org/',
    postedOn: '2026-11-01',
  }
  let data: unknown[] = [job]
  const calls = fakeNetwork({
    'GET /api/jobs': () => ({ data }),
    'DELETE /api/jobs/a-job': () => {
      data = []
      return { success: true, message: 'Job deleted successfully', trashId: 'a-deletion' }
    },
    'POST /api/admin/trash/a-deletion/restore': () => ({ success: true, message: 'Restored successfully' }),
  })
  const { user } = show('/admin/learning-resources', jobs)
  await user.click(await screen.findByRole('button', { name: 'Delete "A job"' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull())
  expect(sent(calls, 'POST')).toMatchObject([{ path: '/api/admin/trash/a-deletion/restore', body: {} }])
})

test('the history shows what each version changed, and restores an old one', async () => {
  const job = {
    id: 'a-job',
    order: 7,
    revision: 3,
    title: 'A better job',
    company: 'Acme',
    location: 'Berlin',
    remote: false,
    type: 'full-time',
    description: 'Work.',
    skills: ['CSS'],
    url: 'https://example.org/',
    postedOn: '2026-11-01',
  }
  const jobs = libraryCollections.find(({ name }) => name === 'jobs') as Collection
  const version = (id: string, action: string, fields: object) => ({
    id,
    action,
    changedBy: 'admin_1',
    changedAt: '2026-11-20T08:00:00Z',
    fields: { ...job, ...fields },
  })
  const calls = fakeNetwork({
    'GET /api/jobs': () => ({ data: [job] }),
    'GET /api/admin/editors': () => ({ data: [{ id: 'admin_1', name: 'Ann', role: 'admin' }] }),
    'GET /api/admin/versions/jobs/a-job': () => ({
      data: [
        version('v2', 'updated', {}),
        version('v1', 'created', { title: 'A job', skills: ['CSS', 'HTML'] }),
      ],
      pagination: { page: 1, pageSize: 20, totalCount: 2, totalPages: 1, hasNext: false, hasPrev: false },
    }),
    'POST /api/admin/versions/v1/restore': () => ({
      success: true,
      message: 'Version restored successfully',
    }),
  })
  const { user } = show('/admin/learning-resources', jobs)
  await user.click(await screen.findByRole('button', { name: 'Edit "A better job"' }))
  await user.click(await screen.findByText('Versions'))
  const [changes] = await screen.findAllByRole('button', { name: /^Show changes/ })
  await user.click(changes as HTMLElement)
  const terms = await screen.findAllByRole('term')
  expect(terms.map(({ textContent }) => textContent)).toEqual(['Title', 'Skills'])
  await user.click(screen.getByRole('button', { name: /^Restore this version/ }))
  await screen.findByRole('button', { name: 'Edit "A better job"' })
  const [restoration] = sent(calls, 'POST')
  expect(restoration?.headers.get('if-match')).toBe('"v3"')
})

test('a server error in a nested part shows at its field', async () => {
  const sheets = libraryCollections.find(({ name }) => name === 'cheatSheets') as Collection
  const sheet = {
    id: 'flex',
    revision: 1,
    title: 'Flex',
    description: 'd',
    category: 'CSS',
    language: 'css',
    tags: [],
    groups: [{ title: 'Axes', entries: [{ code: 'a', description: 'b' }] }],
  }
  fakeNetwork({
    'GET /api/cheatsheets': () => ({ data: [sheet] }),
    'PUT /api/cheatsheets/flex': () =>
      errorResponse(400, 'Invalid request', {
        details: [{ path: 'groups.0.entries.1.code', message: 'is too long' }],
      }),
  })
  const { user } = show('/admin/learning-resources?entry=flex', sheets)
  const group = await screen.findByRole('group', { name: 'Group 1' })
  await user.click(within(group).getByRole('button', { name: 'Add entry' }))
  const entry = within(group).getByRole('group', { name: 'Entry 2' })
  await user.type(within(entry).getByLabelText('Code'), 'c')
  await user.type(within(entry).getByLabelText('Description'), 'd')
  await user.click(screen.getByRole('button', { name: 'Save changes' }))
  expect(await within(entry).findByText('is too long')).toBeTruthy()
})

test('a plan starts with the defaults, and its total follows its days until edited', async () => {
  const calls = fakeNetwork({
    'GET /api/guided-learning/plans': () => ({ data: [] }),
    'POST /api/guided-learning/plans': () => ({ success: true, data: { id: 'x' }, message: 'Plan created' }),
  })
  const { user } = show('/admin/content?new=1', plans)
  const total = await screen.findByRole('spinbutton', { name: 'Questions in total' })
  expect(total).toHaveProperty('value', '100')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Days' }), '7')
  expect(total).toHaveProperty('value', '400')
  await user.clear(total)
  await user.type(total, '90')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Days' }), '3')
  expect(total).toHaveProperty('value', '90')
  await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Ours')
  await user.click(screen.getByRole('button', { name: 'Create plan' }))
  await screen.findByRole('heading', { name: 'No entries yet' })
  expect(sent(calls, 'POST')[0]?.body).toEqual({
    name: 'Ours',
    description: '',
    duration: 3,
    difficulty: 'Intermediate',
    totalQuestions: 90,
    estimatedTime: '2-3 hours per day',
    isActive: true,
    features: [],
    sections: [],
    order: 1,
  })
})

test('a plan shows which of its questions are deleted, and which are already selected', async () => {
  const [one, gone] = ['8d5229c8-16de-4b2d-98c4-df2164f3c7b4', '8d5229c8-16de-4b2d-98c4-df2164f3c7b5']
  const part = (id: string, questions: string[]) => ({
    id,
    name: id,
    category: 'CSS',
    weight: 1,
    order: 1,
    questions,
  })
  const plan = {
    id: 'ours',
    revision: 1,
    name: 'Ours',
    duration: 1,
    totalQuestions: 100,
    dailyQuestions: 100,
    isRecommended: false,
    sections: [part('a', [one, gone]), part('b', [one])],
  }
  const about = (id: string) => ({
    id,
    title: id === one ? 'Four timers' : null,
    state: id === one ? 'open' : 'missing',
    repeated: false,
  })
  fakeNetwork({
    'GET /api/guided-learning/plans': () => ({ data: [plan] }),
    'GET /api/categories': () => ({ data: [{ id: 'css', name: 'CSS', questionCount: 5 }] }),
    'POST /api/guided-learning/plans/check': ({ body }) => {
      const { sections: asked } = body as { sections: { questions: string[] }[] }
      return {
        success: true,
        data: asked.map(({ questions }) => ({ available: 5, questions: questions.map(about) })),
      }
    },
  })
  const { user } = show('/admin/content?entry=ours', plans)
  const first = await screen.findByRole('group', { name: 'Section 1' })
  expect(await within(first).findByText('Four timers')).toBeTruthy()
  expect(within(first).getByText('CSS has 5 questions.')).toBeTruthy()
  expect(within(first).getByText('Does not exist')).toBeTruthy()
  expect(within(first).queryByText('Already chosen')).toBeNull()
  const second = screen.getByRole('group', { name: 'Section 2' })
  expect(within(second).getByText('Already chosen')).toBeTruthy()
  await user.click(within(second).getByRole('button', { name: /^Remove "Four timers"/ }))
  expect(within(second).queryByText('Already chosen')).toBeNull()
})

test('a list that can not be loaded reports it, and retries', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  let broken = true
  fakeNetwork({
    'GET /api/categories': () =>
      broken
        ? errorResponse(400, 'Broken')
        : { data: [{ id: 'css', name: 'CSS', questionCount: 0, revision: 1 }] },
  })
  const { user } = show('/admin/content', categories)
  await screen.findByText('Broken')
  broken = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('CSS')).toBeTruthy()
})

test('the steps of a path are read from a Markdown file into its form, and saved from there', async () => {
  const old = { id: 'lists', title: 'Lists', summary: '', lesson: '', questionIds: [] }
  const path = {
    id: 'html',
    name: 'HTML',
    title: 'HTML',
    revision: 3,
    order: 1,
    questionCount: 0,
    steps: [old],
  }
  const calls = fakeNetwork({
    'GET /api/learning-paths': () => ({ data: [path] }),
    'GET /api/learning-paths/html': () => ({ data: path }),
    'GET /api/categories': () => ({ data: [] }),
    'PUT /api/learning-paths/html': () => ({ success: true, data: path, message: 'Updated' }),
  })
  const { user } = show('/admin/content?entry=html', paths)
  const input = await screen.findByLabelText('Import steps from Markdown', { selector: 'input' })
  await user.upload(input, new File(['# Forms'], 'other.md', { type: 'text/markdown' }))
  await screen.findByText(/This file contains no steps/)

  const lists = { questionIds: [], challengeIds: ['contact-form'] }
  const step = { id: 'forms', title: 'Forms', summary: 'Fields.', lesson: '# Forms\n\nText', ...lists }
  const file = printSteps([step])
  await user.upload(input, new File([file.padEnd(5 * 1024 ** 2)], 'large.md', { type: 'text/markdown' }))
  await screen.findByText(/This file is larger than 1 MB/)
  expect(screen.queryByDisplayValue('Forms')).toBeNull()

  await user.upload(input, new File([file], 'steps.md', { type: 'text/markdown' }))
  await screen.findByDisplayValue('Forms')
  expect(screen.queryByRole('alert')).toBeNull()
  await screen.findByText(/Steps imported: 1\. Added: 1\. Removed: 1\./)
  await user.click(screen.getByRole('button', { name: 'Save changes' }))
  await waitFor(() => expect(sent(calls, 'PUT')).toMatchObject([{ body: { steps: [step] } }]))
})

// biome-ignore lint/suspicious/noTemplateCurlyInString: code of a lesson
const markdown = 'Read:\n\n```ts\n\tconst a = `${b}`  \n\n\n    return a\n```\n\n| a | b |\n| - | - |\n'
const named = (name: string) =>
  libraryCollections.find((one) => one.name === name) as Collection & { name: string }
const step = { id: 'one', title: 'One', summary: '', questionIds: [], lesson: markdown }
const section = { title: 'One', description: markdown, readingTime: 5, topics: [] }
const timed = { description: 'About', summary: 'About', category: 'html', estimatedTime: 5, readingTime: 5 }
const code = { html: '<p>', css: 'p {}', javascript: '1' }
const check = { id: 'one', name: 'One', description: '', type: 'javascript', input: '1', expectedOutput: '1' }
const challenge = { ...timed, kind: 'web', difficulty: 'easy', category: 'css', explanation: 'Why' }
const proven = { ...challenge, starterCode: code, solution: code, testCases: [check] }
const posting = { company: 'Acme', location: 'Oslo', url: 'https://acme.example', postedOn: '2026-01-01' }
test.each([
  ['Lesson', paths, { steps: [step] }],
  ['Description', named('guides'), { ...timed, sections: [section] }],
  ['Text', named('articles'), { ...timed, body: markdown }],
  ['Description', named('jobs'), { ...posting, description: markdown }],
  ['Description', named('challenges'), { ...proven, description: markdown }],
  ['Explanation', named('challenges'), { ...proven, explanation: markdown }],
  [
    'Explanation',
    named('challenges'),
    { ...proven, otherSolutions: [{ title: 'Two', complexity: '', explanation: markdown, javascript: '2' }] },
  ],
] as const)(
  '%s of %o has the Markdown editor, and keeps code byte for byte',
  async (label, collection, own) => {
    const stored = { id: 'one', revision: 3, order: 1, title: 'One', name: 'One', tags: [], ...own }
    const calls = fakeNetwork({
      [`GET ${collection.address}`]: () => ({ data: [stored] }),
      [`GET ${collection.address}/one`]: () => ({ data: stored }),
      'GET /api/categories': () => ({ data: [{ id: 'html', name: 'html' }] }),
      [`PUT ${collection.address}/one`]: () => ({ success: true, data: stored, message: 'Saved' }),
    })
    const { user } = show('/admin/content?entry=one', collection)
    await screen.findAllByRole('toolbar', { name: `Formatting: ${label}` })
    const [field] = screen
      .getAllByRole<HTMLTextAreaElement>('textbox', { name: new RegExp(`^${label}`) })
      .filter((one) => one.value.startsWith('Read:'))
    if (!field) throw new Error('The text is in no field')
    await user.type(field, '!', { initialSelectionStart: field.value.length })
    await user.click(screen.getByRole('button', { name: 'Save changes' }))
    await waitFor(() => expect(sent(calls, 'PUT')).toHaveLength(1))
    const texts = JSON.stringify(sent(calls, 'PUT')[0]?.body)
    expect(texts).toContain(JSON.stringify(`${markdown}!`))
  },
)

test('the preview of a lesson shows its diagrams, and each diagram must be described', async () => {
  const lesson = '![Two boxes.](diagrams/boxes.svg)'
  const step = { id: 'forms', title: 'Forms', summary: '', lesson, questionIds: [] }
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 360 40"><rect class="box"/></svg>'
  const path = { id: 'html', name: 'HTML', revision: 3, order: 1, steps: [step], diagrams: { boxes: svg } }
  const calls = fakeNetwork({
    'GET /api/learning-paths': () => ({ data: [path] }),
    'GET /api/learning-paths/html': () => ({ data: path }),
    'GET /api/categories': () => ({ data: [] }),
  })
  const { user } = show('/admin/content?entry=html', paths)
  const tools = within(await screen.findByRole('toolbar', { name: 'Formatting: Lesson' }))
  await user.click(tools.getByRole('button', { name: 'Preview' }))
  expect((await screen.findByRole('img', { name: 'Two boxes.' })).querySelector('rect')).toBeTruthy()

  const field = screen.getByLabelText(/^Lesson/)
  await user.clear(field)
  await user.type(field, '![[ ](diagrams/boxes.svg)')
  await user.click(screen.getByRole('button', { name: 'Save changes' }))
  expect(await screen.findByLabelText(/^Lesson/, { selector: '[aria-invalid=true]' })).toBe(field)
  expect(screen.getByText(/^Describe each diagram/)).toBeTruthy()
  expect(sent(calls, 'PUT')).toEqual([])
})

test('a challenge is opened whole, shows the fields of its kind, and is saved only when its tests prove it', async () => {
  const [challenges] = libraryCollections
  const listed = {
    ...{ id: 'sum', revision: 3, order: 1, kind: 'typescript', title: 'Sum', description: 'Add.' },
    ...{ category: 'typescript', difficulty: 'easy', explanation: 'Use +.', hints: [], tags: [] },
  }
  const whole = {
    ...listed,
    files: [
      { path: 'src/sum.ts', access: 'editable', text: 'export const sum = 0' },
      { path: 'src/sum.test.ts', access: 'hidden', text: 'test()' },
    ],
    solutionFiles: [{ path: 'src/sum.ts', text: 'export const sum = 1' }],
  }
  const calls = fakeNetwork({
    'GET /api/challenges': () => ({ data: [listed] }),
    'GET /api/challenges/sum': () => ({ data: whole }),
    'PUT /api/challenges/sum': () => ({ success: true, data: whole, message: 'Saved' }),
  })
  let reason: string | null = 'The starter passes.'
  const asked: unknown[] = []
  const { user } = renderAt(
    '/admin/learning-resources?entry=sum',
    <ContentPage
      page="learningResources"
      collections={[challenges]}
      beside={{
        challenges: (_, proof) => {
          proof.current = async (draft, stored) => {
            asked.push([draft.files, stored?.files])
            return reason
          }
          return null
        },
      }}
    />,
  )
  const file = within(await screen.findByRole('group', { name: 'File 2' }))
  expect(file.getByLabelText(/^Path/)).toHaveProperty('value', 'src/sum.test.ts')
  expect(file.getByLabelText(/^Access/)).toHaveProperty('value', 'hidden')
  expect(screen.getByRole('group', { name: 'Solution file 1' })).toBeTruthy()
  expect(screen.queryByRole('group', { name: 'Starter code' })).toBeNull()
  expect(screen.queryByRole('group', { name: 'Mutants' })).toBeNull()

  const path = file.getByLabelText(/^Path/)
  await user.clear(path)
  await user.type(path, 'src/add.test.ts')
  await user.click(screen.getByRole('button', { name: 'Save changes' }))
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain(
    'Not saved: the solution must pass the tests, and the starter code must fail them',
  )
  expect(alert.textContent).toContain('The starter passes.')
  expect(sent(calls, 'PUT')).toEqual([])
  const files = [whole.files[0], { ...whole.files[1], path: 'src/add.test.ts' }]
  expect(asked).toEqual([[files, whole.files]])

  reason = null
  await user.click(screen.getByRole('button', { name: 'Save changes' }))
  await waitFor(() =>
    expect(sent(calls, 'PUT')).toMatchObject([
      { body: { kind: 'typescript', files, testCases: [], mutants: [], solutionFiles: whole.solutionFiles } },
    ]),
  )
})

const asAuthor = (queryClient: QueryClient) =>
  queryClient.setQueryData(adminSelfQuery.queryKey, {
    id: 'author_1',
    email: 'a@example.com',
    name: 'Ada',
    role: 'author',
    isActive: true,
    createdAt: '',
    lastLogin: null,
  })
const job = {
  id: 'dev',
  revision: 3,
  title: 'Developer',
  company: 'Acme',
  location: 'Berlin',
  remote: false,
  type: 'full-time',
  description: 'Work.',
  skills: [],
  url: 'https://example.org/',
  postedOn: '2026-11-01',
  createdBy: 'author_1',
  status: 'draft',
  statusChangedBy: null,
  statusChangedAt: null,
  statusComment: null,
  reviewer: null,
  publishAt: null,
  expiresAt: null,
}
const jobs = libraryCollections.find(({ name }) => name === 'jobs') ?? libraryCollections[0]

test('an admin saves a new entry as a draft, or as approved; the list filters by status', async () => {
  const calls = fakeNetwork({
    'GET /api/jobs': () => ({ data: [job, { ...job, id: 'ops', title: 'Operator', status: 'approved' }] }),
    'PUT /api/jobs/dev': () => ({ success: true, data: job, message: 'Saved' }),
    'POST /api/jobs': () => ({ success: true, data: job, message: 'Saved' }),
  })
  const { user } = show('/admin/content', jobs)
  await screen.findByText('Developer')
  await user.selectOptions(screen.getByLabelText('Status'), 'Draft')
  expect(screen.queryByText('Operator')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Edit "Developer"' }))
  // It keeps its status.
  await user.click(await screen.findByRole('button', { name: 'Save changes' }))
  await waitFor(() => expect(sent(calls, 'PUT')).toHaveLength(1))
  expect(sent(calls, 'PUT')[0]?.body).not.toHaveProperty('status')
  expect(screen.queryByRole('button', { name: 'Save as draft' })).toBeNull()

  await user.click(await screen.findByRole('button', { name: 'Add job' }))
  for (const name of ['Title', 'Company', 'Location', 'Description', 'URL'])
    await user.type(await screen.findByLabelText(name), 'https://example.org/')
  fireEvent.change(screen.getByLabelText('Posted on'), { target: { value: '2026-11-01' } })
  await user.click(screen.getByRole('button', { name: 'Save as draft' }))
  await waitFor(() => expect(sent(calls, 'POST')[0]?.body).toMatchObject({ status: 'draft' }))
})

test('an author submits an own draft, and only reads what waits or is approved', async () => {
  let data = [job]
  const calls = fakeNetwork({
    'GET /api/jobs': () => ({ data }),
    'GET /api/admin/editors': () => ({ success: true, data: [] }),
    'PUT /api/jobs/dev': () => ({ success: true, data: job, message: 'Saved' }),
  })
  const first = show('/admin/content?entry=dev', jobs)
  asAuthor(first.queryClient)
  await first.user.click(await screen.findByRole('button', { name: 'Submit for review' }))
  await waitFor(() => expect(sent(calls, 'PUT')[0]?.body).toMatchObject({ status: 'in-review' }))
  expect(screen.queryByRole('button', { name: 'Delete "Developer"' })).toBeNull()
  cleanup()

  data = [{ ...job, status: 'in-review' }]
  const second = show('/admin/content?entry=dev', jobs)
  asAuthor(second.queryClient)
  expect(await screen.findByText('You can only edit your own drafts.')).toBeTruthy()
  expect(screen.getByLabelText('Title')).toHaveProperty('disabled', true)
  expect(screen.queryByRole('button', { name: /Save|Submit/ })).toBeNull()
  expect(screen.getByRole('button', { name: 'Withdraw' })).toBeTruthy()
})

test('a challenge whose tests don’t hold can be saved as a draft, and not approved', async () => {
  const [challenges] = libraryCollections
  const listed = {
    ...job,
    id: 'sum',
    title: 'Sum',
    kind: 'review',
    category: 'javascript',
    difficulty: 'easy',
    explanation: 'E',
    files: [{ path: 'a.js', access: 'editable', text: 'a' }],
    problems: [{ id: 'p', path: 'a.js', from: 1, to: 1, category: 'bug', explanation: 'E' }],
  }
  const calls = fakeNetwork({
    'GET /api/challenges': () => ({ data: [listed] }),
    'GET /api/challenges/sum': () => ({ data: listed }),
    'PUT /api/challenges/sum': () => ({ success: true, data: listed, message: 'Saved' }),
    'POST /api/admin/content/challenges/sum/status': () => ({ success: true, data: { revision: 4 } }),
  })
  let reason: string | null = 'The starter passes.'
  const view = () =>
    renderAt(
      '/admin/learning-resources?entry=sum',
      <ContentPage
        page="learningResources"
        collections={[challenges]}
        beside={{
          challenges: (_, proof) => {
            proof.current = async () => reason
            return null
          },
        }}
      />,
    )
  const { user } = view()
  await user.click(await screen.findByRole('button', { name: 'Approve' }))
  expect((await screen.findByRole('alert')).textContent).toContain('The starter passes.')
  await user.click(screen.getByRole('button', { name: 'Schedule' }))
  const form = within(screen.getByRole('form', { name: 'Schedule' }))
  fireEvent.change(form.getByLabelText('Publish at'), { target: { value: '2999-01-01T08:00' } })
  await user.click(form.getByRole('button', { name: 'Schedule publishing' }))
  await screen.findByText('The starter passes.')
  expect(sent(calls, 'POST')).toEqual([])
  reason = null
  await user.click(form.getByRole('button', { name: 'Schedule publishing' }))
  await waitFor(() => expect(sent(calls, 'POST')).toHaveLength(1))
  reason = 'The starter passes.'
  await user.click(screen.getByRole('button', { name: 'Save changes' }))
  await waitFor(() => expect(sent(calls, 'PUT')).toHaveLength(1))
})

test('the kind of a new challenge decides which fields it needs', async () => {
  const [challenges] = libraryCollections
  const calls = fakeNetwork({ 'GET /api/challenges': () => ({ data: [] }) })
  const { user } = show('/admin/content?new=1', challenges)
  const kind = await screen.findByLabelText(/^Kind/)
  expect(screen.getByRole('group', { name: 'Starter code' })).toBeTruthy()
  await user.selectOptions(kind, 'Write the tests')
  expect(screen.queryByRole('group', { name: 'Starter code' })).toBeNull()
  expect(screen.getByRole('group', { name: 'Mutant 1' })).toBeTruthy()
  await user.selectOptions(kind, 'Code review')
  expect(screen.queryByRole('group', { name: 'Mutants' })).toBeNull()
  expect(screen.getByRole('group', { name: 'Problem 1' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Create challenge' }))
  expect(
    within(screen.getByRole('group', { name: 'File 1' })).getAllByText('Fill in this field'),
  ).not.toHaveLength(0)
  expect(sent(calls, 'POST')).toEqual([])
})

test('the difference of a long text shows its change with three lines around it', () => {
  const lines = (change: string) =>
    Array.from({ length: 20 }, (_, at) => (at === 9 ? change : `line ${at}`)).join('\n')
  const [collection] = libraryCollections
  const fields = collection.fields.filter(({ name }) => name === 'description')
  renderAt(
    '/',
    <EntryDiff
      fields={fields}
      before={{ description: lines('old') }}
      after={{ description: lines('new') }}
      same=""
    />,
  )
  const shown = screen.getByRole('definition').textContent ?? ''
  expect(shown).toContain('line 6')
  expect(shown).toContain('line 12')
  expect(shown).not.toContain('line 5')
  expect(shown).not.toContain('line 13')
  expect(document.querySelector('del')?.textContent).toContain('old')
  expect(document.querySelector('ins')?.textContent).toContain('new')
})
