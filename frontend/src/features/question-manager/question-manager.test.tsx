import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { sampleFullQuestion } from '../../testing/admin-samples.ts'
import { type Call, errorResponse, fakeNetwork } from '../../testing/fake-network.ts'
import { renderAt } from '../../testing/render-app.tsx'
import { QuestionManager } from './question-manager.tsx'

const first = sampleFullQuestion({ title: 'The first', tags: ['timers'] })
const second = sampleFullQuestion({
  id: '5a0f1b5e-2b3d-4a76-9d5f-2b8a3c4d5e6f',
  title: 'The second',
  isActive: false,
  approved: false,
})
const stats = { totalQuestions: 40, activeQuestions: 30, inactiveQuestions: 10, averageDifficulty: 1.75 }
const path = '/api/questions/unified'

function page(questions: unknown[], totalCount = questions.length) {
  return ({ query }: Call) => {
    const [number, pageSize] = [Number(query.get('page')), Number(query.get('pageSize'))]
    const totalPages = Math.ceil(totalCount / pageSize)
    const pagination = { page: number, pageSize, totalCount, totalPages }
    return {
      success: true,
      data: questions,
      pagination: { ...pagination, hasNext: number < totalPages, hasPrev: number > 1 },
    }
  }
}

function open(address = '', answers: Parameters<typeof fakeNetwork>[0] = {}) {
  const calls = fakeNetwork({
    [`GET ${path}`]: page([first, second]),
    'GET /api/questions/stats': () => ({ success: true, data: stats }),
    'GET /api/categories': () => ({ success: true, data: [{ id: 'css', name: 'CSS' }], count: 1 }),
    'GET /api/learning-paths': () => ({ success: true, data: [], count: 0 }),
    'GET /api/topics': () => ({ success: true, data: [], count: 0 }),
    'GET /api/sections': () => ({ success: true, data: [], count: 0 }),
    [`GET ${path}/filters`]: () => ({ success: true, data: [] }),
    ...answers,
  })
  const view = renderAt(
    `/admin/questions/unified${address}`,
    <QuestionManager
      importPanel={() => <p>the import</p>}
      preview={(question) => <p>{`Seen: ${question.content}`}</p>}
      regradeOffer={({ version }, close) => (
        <button type="button" onClick={close}>{`Regrade by version ${version}`}</button>
      )}
    />,
  )
  const lists = () => calls.filter((call) => call.method === 'GET' && call.path === path)
  return {
    ...view,
    calls,
    lists,
    sent: (call: string) => calls.find((one) => `${one.method} ${one.path}` === call),
  }
}

describe('the list', () => {
  test('shows four totals, the difficulty with one decimal', async () => {
    open()
    for (const [label, value] of [
      ['Total Questions', '40'],
      ['Active Questions', '30'],
      ['Inactive', '10'],
      ['Avg Difficulty', '1.8'],
    ]) {
      const term = (await screen.findAllByText(label ?? '')).find((node) => node.tagName === 'DT')
      await vi.waitUntil(() => term?.parentElement?.textContent?.includes(value ?? ''))
    }
  })

  test('shows the details of each question, and whether it is active', async () => {
    open()
    const row = (await screen.findByText('The first')).closest('tr')
    const cells = within(row as HTMLElement)
    for (const text of ['Active', 'JavaScript', 'Intermediate', '10', 'multiple choice', 'timers']) {
      expect(cells.getByText(text)).toBeDefined()
    }
    const other = within((await screen.findByText('The second')).closest('tr') as HTMLElement)
    expect(other.getByText('Inactive')).toBeDefined()
    expect(other.getByText('Draft')).toBeDefined()
  })

  test('shows statistics, empty ones as a dash, and links to the report', async () => {
    const statistics = { attempts: 1_234, facility: 0.666, discrimination: -0.25 }
    const few = { attempts: 12, facility: null, discrimination: null }
    const { user } = open('', {
      [`GET ${path}`]: page([
        { ...first, statistics },
        { ...second, statistics: few },
      ]),
    })
    await user.click(await screen.findByRole('button', { name: 'Show statistics' }))
    const cells = async (title: string) =>
      [...((await screen.findByText(title)).closest('tr')?.querySelectorAll('td[data-numeric]') ?? [])].map(
        (cell) => cell.textContent,
      )
    expect(await cells('The first')).toEqual(['1,234', '67%', '-0.25'])
    expect(await cells('The second')).toEqual(['12', '–', '–'])
    const link = screen.getByRole('link', { name: '1,234 first attempts: report on "The first"' })
    expect(link.getAttribute('href')).toBe(`/admin/reports/questions/${first.id}`)
  })

  test('shows when it is empty', async () => {
    open('', { [`GET ${path}`]: page([]) })
    expect(await screen.findByText('No questions found. Create your first question!')).toBeDefined()
  })

  test('shows at most five page buttons around the current one', async () => {
    open('?page=6&pageSize=5', { [`GET ${path}`]: page([first], 50) })
    const bar = within(await screen.findByRole('navigation', { name: 'Pages' }))
    expect(bar.getByText('Showing 26 to 30 of 50 questions')).toBeDefined()
    expect(bar.getAllByRole('button').map((button) => button.textContent)).toEqual([
      'Previous',
      '4',
      '5',
      '6',
      '7',
      '8',
      'Next',
    ])
    expect(within(bar.getByLabelText('per page')).getAllByRole('option')).toHaveLength(4)
  })

  test('requests what the URL specifies', async () => {
    const { lists } = open('?search=null&category=css&status=unapproved&sort=-usageCount&page=2')
    await screen.findByText('The first')
    expect(Object.fromEntries(lists()[0]?.query ?? [])).toMatchObject({
      search: 'null',
      category: 'css',
      approved: 'false',
      orderBy: 'usageCount',
      orderDirection: 'desc',
      page: '2',
    })
  })

  test('is searched on Enter, best match first, and can be sorted again', async () => {
    const { user, lists, sent } = open('', {
      [`GET ${path}/search`]: (call) => ({
        ...page([second], 1_000)(call),
        complete: false,
        corrections: [],
      }),
    })
    await user.type(await screen.findByRole('searchbox', { name: 'Search' }), 'closure{Enter}')
    expect(await screen.findByText(/^The best 1,000 matches are listed/)).toBeDefined()
    expect(sent(`GET ${path}/search`)?.query.get('search')).toBe('closure')
    expect(screen.queryByText('The first')).toBeNull()
    const head = screen.getByRole('columnheader', { name: 'Question' })
    await user.click(within(head).getByRole('button'))
    await vi.waitUntil(() => lists().some(({ query }) => query.get('search') === 'closure'))
    await screen.findByText('The first')
    expect(screen.queryByText(/^The best/)).toBeNull()
  })

  test('keeps a search when it is sorted before the search is shown', async () => {
    const { user, lists } = open()
    await screen.findByText('The first')
    const box = screen.getByRole('searchbox', { name: 'Search' })
    await user.type(box, 'closure')
    const head = within(screen.getByRole('columnheader', { name: 'Question' })).getByRole('button')
    act(() => {
      fireEvent.submit(box.closest('form') as HTMLElement)
      fireEvent.click(head)
    })
    await vi.waitUntil(() => lists().at(-1)?.query.get('orderBy') === 'title')
    expect(lists().at(-1)?.query.get('search')).toBe('closure')
  })

  test.each([
    ['Question', 'title', 'ascending'],
    ['Status', 'status', 'ascending'],
    ['Category', 'category', 'ascending'],
    ['Difficulty', 'difficulty', 'ascending'],
    ['Path', 'learningPath', 'ascending'],
    ['Type', 'type', 'ascending'],
    ['Points', 'points', 'descending'],
    ['Used', 'usageCount', 'descending'],
    ['Attempts', 'attempts', 'descending'],
    ['Correct', 'facility', 'ascending'],
    ['Discrimination', 'discrimination', 'ascending'],
    ['Changed', 'updatedAt', 'descending'],
  ])(
    'is sorted by %s on a press, reversed on the second, and in the default order again',
    async (name, by, way) => {
      const { user, lists } = open()
      await screen.findByText('The first')
      if (!screen.queryByRole('columnheader', { name })) {
        await user.click(screen.getByRole('button', { name: 'Show statistics' }))
      }
      const head = await screen.findByRole('columnheader', { name })
      expect(head.getAttribute('aria-sort')).toBeNull()
      const asked = () => {
        const query = lists().at(-1)?.query
        return `${query?.get('orderBy')} ${query?.get('orderDirection')}`
      }
      const directions = way === 'ascending' ? ['asc', 'desc'] : ['desc', 'asc']
      for (const direction of directions) {
        await user.click(within(head).getByRole('button'))
        await vi.waitUntil(() => asked() === `${by} ${direction}`)
        expect(head.getAttribute('aria-sort')).toBe(direction === 'asc' ? 'ascending' : 'descending')
      }
      await user.click(within(head).getByRole('button'))
      await vi.waitUntil(() => head.getAttribute('aria-sort') === null)
    },
  )

  test('has a select for its order if there is no room for column headers', async () => {
    vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: true }))
    const { user, lists } = open()
    await user.selectOptions(await screen.findByLabelText('Sort by'), 'Points')
    await vi.waitUntil(() => lists().at(-1)?.query.get('orderBy') === 'points')
    expect(lists().at(-1)?.query.get('orderDirection')).toBe('desc')
    await user.click(screen.getByRole('button', { name: 'Descending' }))
    await vi.waitUntil(() => lists().at(-1)?.query.get('orderDirection') === 'asc')
    expect(screen.queryByRole('button', { name: 'Points' })).toBeNull()
  })

  test('shows the questions of the section in a link, and its name', async () => {
    const { lists } = open('?sectionId=practice', {
      'GET /api/sections': () => ({
        success: true,
        data: [{ id: 'practice', name: 'Practice rounds' }],
        count: 1,
      }),
    })
    await screen.findByText('The first')
    expect(lists()[0]?.query.get('sectionId')).toBe('practice')
    await screen.findByRole('option', { name: 'Practice rounds' })
    expect((screen.getByLabelText('Section') as HTMLSelectElement).value).toBe('practice')
  })

  test('saves its filters and order under a name, and applies them again', async () => {
    const filter = { id: 'f1', name: 'CSS first', parameters: { category: 'css', sort: '-points' } }
    const saved: object[] = []
    const { user, sent, lists } = open('?category=css&sort=-points&page=2', {
      [`GET ${path}/filters`]: () => ({ success: true, data: saved }),
      [`POST ${path}/filters`]: () => {
        saved.push(filter)
        return { success: true, data: filter }
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Save filter' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Save filter' }))
    await user.type(dialog.getByLabelText('Name'), 'CSS first{Enter}')
    const select = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Saved filters' })
    expect(sent(`POST ${path}/filters`)?.body).toEqual({ name: 'CSS first', parameters: filter.parameters })
    expect(select.selectedOptions[0]?.textContent).toBe('CSS first')
    const category = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Category' }).value
    await user.selectOptions(select, 'All')
    await vi.waitUntil(() => category() === '')
    expect(lists().at(-1)?.query.has('category')).toBe(false)
    await user.selectOptions(select, 'CSS first')
    await vi.waitUntil(() => category() === 'css')
    expect(screen.getByRole('columnheader', { name: 'Points' }).getAttribute('aria-sort')).toBe('descending')
    expect(screen.getByRole('button', { name: 'Delete the filter "CSS first"' })).toBeDefined()
  })

  test('exports all questions that match its filters, in the chosen format', async () => {
    const saved: Promise<string>[] = []
    vi.spyOn(URL, 'createObjectURL').mockImplementation((content) => {
      saved.push((content as Blob).text())
      return 'blob:saved'
    })
    const { user, sent } = open('?category=css&status=inactive&page=2', {
      [`GET ${path}`]: page([first], 17),
      'GET /api/questions/export': () => new Response('::The first::'),
    })
    await user.selectOptions(await screen.findByLabelText('Export as'), 'GIFT')
    await user.click(screen.getByRole('button', { name: 'Export 17 questions' }))
    await vi.waitUntil(() => saved.length > 0)
    expect(await saved[0]).toBe('::The first::')
    expect(Object.fromEntries(sent('GET /api/questions/export')?.query ?? [])).toEqual({
      category: 'css',
      isActive: 'false',
      format: 'gift',
    })
    vi.restoreAllMocks()
  })

  test('returns to the last existing page', async () => {
    const { lists } = open('?page=9', { [`GET ${path}`]: page([], 11) })
    await vi.waitUntil(() => lists().some(({ query }) => query.get('page') === '2'))
  })

  test('can be loaded again after a failure', async () => {
    let away = true
    const { user } = open('', {
      [`GET ${path}`]: (call) => (away ? errorResponse(400, 'Not now') : page([first])(call)),
    })
    expect(await screen.findByText('Failed to load questions')).toBeDefined()
    away = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('The first')).toBeDefined()
  })
})

describe('selected questions', () => {
  const bulk = `${path}/bulk`
  const batchId = '0f0f1b5e-2b3d-4a76-9d5f-2b8a3c4d5e6f'

  test('are changed together, and the change is undone', async () => {
    const { user, sent } = open('', {
      [`POST ${bulk}`]: () => ({
        success: true,
        message: '',
        data: {
          batchId,
          changed: 1,
          total: 2,
          results: [
            { id: first.id, outcome: 'unchanged' },
            { id: second.id, outcome: 'changed' },
          ],
        },
      }),
      [`DELETE /api/questions/bulk/${batchId}`]: () => ({
        success: true,
        message: '',
        data: { batchId, reverted: 1, kept: [] },
      }),
    })
    await user.click(
      (await screen.findAllByRole('checkbox', { name: 'Select all on this page' }))[0] as HTMLElement,
    )
    expect(screen.getByText('2 questions selected')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Approve' }))
    expect(await screen.findByText('1 question changed.')).toBeDefined()
    expect(screen.getByText('1 question was left unchanged.')).toBeDefined()
    expect(sent(`POST ${bulk}`)?.body).toEqual({ action: 'approve', ids: [first.id, second.id] })
    expect(screen.queryByText('2 questions selected')).toBeNull()

    await user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(await screen.findByText('Change undone for 1 question.')).toBeDefined()
  })

  test('get tags separated by commas', async () => {
    const { user, sent } = open('', { [`POST ${bulk}`]: () => errorResponse(400, 'No such tag') })
    await user.click(await screen.findByRole('checkbox', { name: 'Select "The first"' }))
    await user.click(screen.getByRole('button', { name: 'Tag' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Tag questions' }))
    await user.click(dialog.getByRole('button', { name: 'Change 1 question' }))
    expect(dialog.getByText('Enter at least one tag.')).toBeDefined()
    await user.type(dialog.getByLabelText('Tags to add'), 'one, two')
    await user.click(dialog.getByRole('button', { name: 'Change 1 question' }))
    await vi.waitUntil(() => sent(`POST ${bulk}`))
    expect(sent(`POST ${bulk}`)?.body).toEqual({
      action: 'tag',
      ids: [first.id],
      value: { add: ['one', 'two'], remove: [] },
    })
    // After a failure the selection stays, and the alert can be dismissed.
    const alert = (await screen.findByText('No such tag')).closest('[role=alert]') as HTMLElement
    expect(screen.getByText('1 question selected')).toBeDefined()
    await user.click(within(alert).getByRole('button', { name: 'Dismiss' }))
    expect(screen.queryByText('No such tag')).toBeNull()
  })

  test('are moved to the chosen nodes only', async () => {
    const { user, sent } = open('', { [`POST ${bulk}`]: () => errorResponse(400, 'no') })
    await user.click(await screen.findByRole('checkbox', { name: 'Select "The second"' }))
    await user.click(screen.getByRole('button', { name: 'Move' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Move questions' }))
    await user.selectOptions(dialog.getByLabelText('Category'), 'CSS')
    await user.selectOptions(dialog.getByLabelText('Topic'), 'None')
    await user.click(dialog.getByRole('button', { name: 'Change 1 question' }))
    await vi.waitUntil(() => sent(`POST ${bulk}`))
    expect(sent(`POST ${bulk}`)?.body).toEqual({
      action: 'move',
      ids: [second.id],
      value: { category: 'css', topic: null },
    })
  })

  test('one question is deleted after a confirmation, and restored', async () => {
    const { user, sent } = open('', {
      [`DELETE ${path}/${first.id}`]: () => ({ success: true, message: 'gone', data: first }),
      [`POST ${path}/${first.id}/restore`]: () => ({ success: true, message: 'back', data: first }),
    })
    await user.click(await screen.findByRole('button', { name: 'Delete "The first"' }))
    const dialog = within(await screen.findByRole('alertdialog'))
    expect(dialog.getByText('Are you sure you want to delete "The first"?')).toBeDefined()
    await user.click(dialog.getByRole('button', { name: 'Delete' }))
    expect(await screen.findByText('1 question deleted.')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await vi.waitUntil(() => sent(`POST ${path}/${first.id}/restore`))
  })

  const row = (title: string) =>
    screen.findByRole<HTMLInputElement>('checkbox', { name: `Select "${title}"` })
  const done = (changed: number) => ({
    success: true,
    message: '',
    data: { batchId, changed, total: changed, results: [] },
  })

  test('can be a range, by Shift', async () => {
    const titles = ['One', 'Two', 'Three', 'Four']
    const { user } = open('', {
      [`GET ${path}`]: page(
        titles.map((title, at) => sampleFullQuestion({ id: `${at}${first.id.slice(1)}`, title })),
      ),
    })
    await user.click(await row('Two'))
    await user.keyboard('{Shift>}')
    await user.click(await row('Four'))
    await user.keyboard('{/Shift}')
    expect(screen.getByText('3 questions selected')).toBeDefined()
    expect((await row('One')).checked).toBe(false)
    await user.keyboard('{Shift>}')
    await user.click(await row('Three'))
    await user.keyboard('{/Shift}')
    expect(screen.getByText('1 question selected')).toBeDefined()
    expect((await row('Two')).checked).toBe(true)
  })

  test('can be all that match the filters, and the focus returns to the list', async () => {
    const { user, sent } = open('?category=css', {
      [`GET ${path}`]: page([first, second], 17),
      [`GET ${path}/selection`]: () => ({ success: true, data: { count: 18, digest: 'd' } }),
      [`POST ${bulk}`]: () => done(18),
    })
    await user.click(await row('The first'))
    expect(screen.queryByRole('button', { name: 'Select all matching questions' })).toBeNull()
    await user.click(await row('The second'))
    await user.click(screen.getByRole('button', { name: 'Select all matching questions' }))
    expect(await screen.findByText('All 18 matching questions are selected')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Deactivate' }))
    expect(await screen.findByText('18 questions changed.')).toBeDefined()
    expect(sent(`POST ${bulk}`)?.body).toEqual({
      action: 'deactivate',
      matching: { filter: { category: 'css' }, digest: 'd' },
    })
    await vi.waitUntil(() => document.activeElement?.getAttribute('aria-label') === 'Select "The second"')
  })

  test('are not all that match if those are too many', async () => {
    const { user } = open('', {
      [`GET ${path}`]: page([first], 100_000),
      [`GET ${path}/selection`]: () => ({ success: true, data: { count: 100_000, digest: 'd' } }),
    })
    await user.click(await row('The first'))
    await user.click(screen.getByRole('button', { name: 'Select all matching questions' }))
    expect(
      await screen.findByText(/^100,000 questions match. A bulk action changes at most 20,000/),
    ).toBeDefined()
    expect(screen.getByText('1 question selected')).toBeDefined()
  })

  test('are edited as previewed', async () => {
    const { user, sent, calls } = open('', {
      [`POST ${bulk}/preview`]: () => ({
        success: true,
        data: {
          ...{ total: 1, changed: 1, unchanged: 0, refused: 0, refusals: [] },
          changes: [{ id: first.id, before: first, after: { ...first, title: 'The last', points: 9 } }],
        },
      }),
      [`POST ${bulk}`]: () => done(1),
    })
    await user.click(await row('The first'))
    await user.click(screen.getByRole('button', { name: 'Edit' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit questions' }))
    await user.click(dialog.getByRole('button', { name: 'Preview' }))
    expect(dialog.getByText('Change at least one field.')).toBeDefined()
    await user.type(dialog.getByLabelText('Points'), '9')
    await user.type(dialog.getByLabelText('Find'), 'first')
    await user.type(dialog.getByLabelText('Replace with'), 'last')
    await user.click(dialog.getByRole('button', { name: 'Preview' }))
    expect(await dialog.findByText('1 question would change.')).toBeDefined()
    expect(dialog.getByText('last').closest('ins')).not.toBeNull()
    expect(sent(`POST ${bulk}`)).toBeUndefined()
    // Another value needs another preview.
    await user.selectOptions(dialog.getByLabelText('Difficulty'), 'Advanced')
    expect(dialog.queryByText('1 question would change.')).toBeNull()
    await user.click(dialog.getByRole('button', { name: 'Preview' }))
    await user.click(await dialog.findByRole('button', { name: 'Change 1 question' }))
    await screen.findByText('1 question changed.')
    const value = {
      set: { points: 9, difficulty: 'advanced' },
      replace: {
        in: ['title', 'content', 'options', 'feedback', 'explanation'],
        find: 'first',
        with: 'last',
      },
    }
    const body = { action: 'edit', ids: [first.id], value }
    expect(sent(`POST ${bulk}`)?.body).toEqual(body)
    expect(calls.filter((call) => call.path === `${bulk}/preview`).at(-1)?.body).toEqual(body)
  })

  test('after a deletion the focus moves to the next row', async () => {
    let all = [first, second]
    const { user } = open('', {
      [`GET ${path}`]: (call) => page(all)(call),
      [`DELETE ${path}/${first.id}`]: () => {
        all = [second]
        return { success: true, message: 'gone', data: first }
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Delete "The first"' }))
    const dialog = within(await screen.findByRole('alertdialog'))
    await user.click(dialog.getByRole('button', { name: 'Delete' }))
    await vi.waitUntil(() => document.activeElement?.getAttribute('aria-label') === 'Select "The second"')
  })

  test('one question is duplicated, and its copy opened', async () => {
    const copy = { ...second, title: 'The first (copy)' }
    const { user } = open('', {
      [`POST ${path}/${first.id}/copy`]: () => ({ success: true, message: 'Question copied', data: copy }),
      [`GET ${path}/${copy.id}`]: () => ({ success: true, data: copy }),
    })
    await user.click(await screen.findByRole('button', { name: 'Duplicate "The first"' }))
    expect(await screen.findByDisplayValue('The first (copy)')).toBeDefined()
  })
})

describe('a saved question', () => {
  const saveWith = async (after: typeof first, before = first) => {
    const { user } = open(`?open=edit:${first.id}`, {
      [`GET ${path}/${first.id}`]: () => ({ success: true, data: before }),
      [`PUT ${path}/${first.id}`]: () => ({ success: true, message: 'saved', data: after }),
    })
    await user.type(await screen.findByLabelText('Title'), '!')
    await user.click(screen.getByRole('button', { name: 'Save changes' }))
    await vi.waitUntil(() => screen.queryByLabelText('Title') === null)
    return user
  }

  test('with a new key offers to regrade earlier answers', async () => {
    const options = first.options.map((option) => ({ ...option, isCorrect: !option.isCorrect }))
    const user = await saveWith({ ...first, options, version: first.version + 1 })
    await user.click(screen.getByRole('button', { name: `Regrade by version ${first.version + 1}` }))
    expect(screen.queryByRole('button', { name: /^Regrade by/ })).toBeNull()
  })

  test('with another accepted text offers to regrade earlier answers', async () => {
    const short = (accepted: string[]): typeof first => ({
      ...first,
      type: 'short-answer',
      options: [],
      prompt: { kind: 'text' },
      answer: { kind: 'text', accepted, caseSensitive: false, whitespace: 'fold' },
    })
    await saveWith({ ...short(['closure', 'a closure']), version: first.version + 1 }, short(['closure']))
    expect(screen.getByRole('button', { name: /^Regrade by/ })).not.toBeNull()
  })

  test('with the same key, or with other options, does not', async () => {
    await saveWith({ ...first, title: 'The first!', version: first.version + 1 })
    expect(screen.queryByRole('button', { name: /^Regrade by/ })).toBeNull()
    cleanup()
    const options = first.options.slice(1).map((option) => ({ ...option, isCorrect: true }))
    await saveWith({ ...first, options, version: first.version + 1 })
    expect(screen.queryByRole('button', { name: /^Regrade by/ })).toBeNull()
  })
})
