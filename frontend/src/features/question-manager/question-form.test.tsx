import { cleanup, screen, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { SavedDraftNotes } from '../../shared/admin/draft-notes.tsx'
import { sampleFullQuestion } from '../../testing/admin-samples.ts'
import { errorResponse, fakeNetwork } from '../../testing/fake-network.ts'
import { renderAt } from '../../testing/render-app.tsx'
import { draftOf, questionDrafts } from './question-draft.ts'
import { QuestionEditor } from './question-manager.tsx'

const question = sampleFullQuestion()
const one = `/api/questions/unified/${question.id}`

function open(target: string | null, answers: Parameters<typeof fakeNetwork>[0] = {}) {
  const calls = fakeNetwork({
    [`GET ${one}`]: () => ({ success: true, data: question }),
    'GET /api/categories': () => ({ success: true, data: [{ id: 'js', name: 'JavaScript' }], count: 1 }),
    'GET /api/learning-paths': () => ({ success: true, data: [], count: 0 }),
    'GET /api/topics': () => ({ success: true, data: [], count: 0 }),
    'GET /api/sections': () => ({ success: true, data: [], count: 0 }),
    ...answers,
  })
  const onClose = vi.fn()
  const view = renderAt(
    '/',
    <QuestionEditor
      target={target}
      preview={(seen) => <p>{`Seen: ${seen.content} ${seen.category}`}</p>}
      onClose={onClose}
    />,
  )
  return {
    ...view,
    calls,
    onClose,
    puts: () => calls.filter(({ method }) => method === 'PUT'),
  }
}

async function fill(user: ReturnType<typeof open>['user']) {
  await user.type(await screen.findByLabelText('Title'), 'A new one')
  await user.type(screen.getByLabelText('Content'), 'What is it?')
  await user.type(screen.getByLabelText('Explanation'), 'Because.')
  await user.type(screen.getByLabelText('Option a'), 'this')
  await user.type(screen.getByLabelText('Option b'), 'that')
  await screen.findByRole('option', { name: 'JavaScript' })
  await user.selectOptions(screen.getByLabelText('Category'), 'JavaScript')
}

describe('a new question', () => {
  test('starts with the defaults of the specification', async () => {
    open(null)
    expect(await screen.findByRole('heading', { name: 'Create New Question' })).toBeDefined()
    const value = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value
    expect(value('Points')).toBe('5')
    expect(value('Time limit')).toBe('30')
    expect(value('Type')).toBe('single')
    expect(value('Difficulty')).toBe('easy')
    for (const letter of 'abcd') expect(screen.getByLabelText(`Option ${letter}`)).toBeDefined()
    expect(screen.getByLabelText<HTMLInputElement>(/^Active/).checked).toBe(true)
  })

  test('shows which fields are missing and sends nothing', async () => {
    const { user, calls } = open(null)
    await user.clear(await screen.findByLabelText('Points'))
    await user.type(screen.getByLabelText('Points'), '101')
    await user.clear(screen.getByLabelText('Time limit'))
    await user.type(screen.getByLabelText('Time limit'), '9')
    await user.click(screen.getByRole('button', { name: 'Create question' }))
    expect(screen.getAllByText('Please fill in this field.')).toHaveLength(4)
    expect(screen.getByText('Enter points from 1 to 100.')).toBeDefined()
    expect(screen.getByText('Enter a time limit from 10 to 300 seconds.')).toBeDefined()
    expect(screen.getByText('Must have at least 2 options')).toBeDefined()
    expect(document.activeElement).toBe(screen.getByLabelText('Title'))
    // A fixed field shows no error; a field never submitted shows none yet.
    await user.type(screen.getByLabelText('Title'), 'A title')
    expect(screen.getAllByText('Please fill in this field.')).toHaveLength(3)
    await user.type(screen.getByLabelText('Option a'), 'this')
    await user.type(screen.getByLabelText('Option b'), 'that')
    expect(screen.getByText('Must have at least one correct answer')).toBeDefined()
    await user.click(screen.getByLabelText('Option b is correct'))
    expect(screen.queryByText('Must have at least one correct answer')).toBeNull()
    expect(document.activeElement).toBe(screen.getByLabelText('Option b is correct'))
    expect(calls.some(({ method }) => method === 'POST')).toBe(false)
  })

  test('is sent as multiple choice, previewed as a learner sees it, and closes the form', async () => {
    const { user, calls, onClose } = open(null, {
      'POST /api/questions/unified': () => ({ success: true, message: 'created', data: question }),
    })
    await fill(user)
    expect(await screen.findByText('Seen: What is it? JavaScript')).toBeDefined()
    await user.click(screen.getByLabelText('Option b is correct'))
    await user.click(screen.getByRole('button', { name: 'Create question' }))
    await vi.waitUntil(() => onClose.mock.calls.length > 0)
    const created = calls.find(({ method, path }) => method === 'POST' && !path.endsWith('/duplicates'))
    expect(created?.body).toMatchObject({
      type: 'multiple-choice',
      difficulty: 'easy',
      category: 'js',
      options: [
        { id: 'a', text: 'this', isCorrect: false },
        { id: 'b', text: 'that', isCorrect: true },
      ],
    })
    expect(localStorage.getItem('question_drafts@admin:none')).toBeNull()
  })

  test('is compared with existing questions while typing', async () => {
    const { user } = open(null, {
      'GET /api/questions/unified/search': () => ({
        success: true,
        data: [{ ...question, match: { title: [], excerpt: { field: 'content', text: [] } } }],
        pagination: {},
        complete: true,
        corrections: [],
      }),
    })
    await user.type(await screen.findByLabelText('Title'), question.title.toUpperCase())
    const link = await screen.findByRole('link', { name: `Open "${question.title}" in a new tab` })
    expect(link.getAttribute('href')).toBe(`/admin/questions/unified?open=edit:${question.id}`)
    expect(screen.getByText('same title')).toBeDefined()
  })
})

describe('an existing question', () => {
  const code = '```css\r\na {\r\n\tcolor: red;\r\n}\r\n```'
  const edited = async (
    stored: typeof question,
    change: (user: ReturnType<typeof open>['user']) => Promise<void>,
  ) => {
    const { user, puts, onClose } = open(stored.id, {
      [`GET ${one}`]: () => ({ success: true, data: stored }),
      [`PUT ${one}`]: () => ({ success: true, message: 'saved', data: stored }),
    })
    await screen.findByLabelText('Title')
    await change(user)
    await user.click(screen.getByRole('button', { name: 'Save changes' }))
    await vi.waitUntil(() => onClose.mock.calls.length > 0)
    return puts()[0]?.body
  }

  test.each(['multiple-choice', 'true-false', 'code', 'open-ended'] as const)(
    'of type %s is sent with nothing but the edited field',
    async (type) => {
      const options = type === 'open-ended' ? [] : question.options
      const body = await edited({ ...question, type, options, tags: ['one, with a comma', 'two'] }, (user) =>
        user.type(screen.getByLabelText('Title'), '!'),
      )
      expect(body).toEqual({ title: `${question.title}!` })
    },
  )

  test('keeps the ids and line breaks of its options', async () => {
    const options = [
      { id: 'x1', text: code, isCorrect: true, feedback: 'one\ntwo' },
      { id: 'x2', text: 'other', isCorrect: false },
    ]
    const body = await edited({ ...question, options }, (user) =>
      user.type(screen.getByLabelText('Option a'), '!'),
    )
    expect(body).toEqual({ options: [{ ...options[0], text: `${code}!` }, options[1]] })
  })

  test('gets another type only if the admin chooses one', async () => {
    const body = await edited(question, (user) =>
      user.selectOptions(screen.getByLabelText('Type'), 'open-ended'),
    )
    expect(body).toEqual({ type: 'open-ended', options: [] })
  })

  test('shows its checklist point by point', async () => {
    const explanation = 'Because.\n\n**Checklist**\n\n- one\n- two'
    const body = await edited({ ...question, type: 'open-ended', options: [], explanation }, (user) =>
      user.type(screen.getByLabelText('Point 2'), '!'),
    )
    expect(body).toEqual({ explanation: `${explanation}!` })
  })

  test('keeps the follow-up of each point, and shows it in a field', async () => {
    const explanation = 'Because.\n\n**Checklist**\n\n- one\n  > Why one?\n- two'
    const body = await edited({ ...question, type: 'open-ended', options: [], explanation }, (user) =>
      user.type(screen.getByLabelText('Follow-up question to point 2'), 'And two?'),
    )
    expect(body).toEqual({ explanation: `${explanation}\n  > And two?` })
  })
})

describe('an unsaved draft', () => {
  test('is restored after a reload, and can be discarded', async () => {
    const { user } = open(question.id)
    await user.type(await screen.findByLabelText('Title'), ', changed')
    cleanup()

    const again = open(question.id)
    const title = await screen.findByLabelText<HTMLInputElement>('Title')
    expect(title.value).toBe(`${question.title}, changed`)
    await again.user.click(screen.getByRole('button', { name: 'Discard them' }))
    expect(title.value).toBe(question.title)
    expect(localStorage.getItem('question_drafts@admin:none')).toBeNull()
  })

  test('is offered in the list', async () => {
    const { user } = open(null)
    await user.type(await screen.findByLabelText('Title'), 'Half a question')
    cleanup()

    const onResume = vi.fn()
    renderAt(
      '/',
      <SavedDraftNotes
        store={questionDrafts}
        titleOf={({ title }) => title}
        newText="It is here."
        onResume={onResume}
      />,
    )
    await user.click(await screen.findByRole('button', { name: 'Continue' }))
    expect(onResume).toHaveBeenCalledWith(null)
    await user.click(screen.getByRole('button', { name: 'Discard' }))
    expect(screen.queryByText('It is here.')).toBeNull()
    expect(localStorage.getItem('question_drafts@admin:none')).toBeNull()
  })

  test('is not discarded without a confirmation', async () => {
    const { user, onClose } = open(question.id)
    await user.type(await screen.findByLabelText('Title'), '!')
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Discard your changes?' }))
    expect(onClose).not.toHaveBeenCalled()
    await user.click(dialog.getByRole('button', { name: 'Discard' }))
    expect(onClose).toHaveBeenCalled()
  })

  test('of an earlier version of the app is completed from the question', async () => {
    const trueFalse = { ...question, type: 'true-false' as const }
    const { type: _type, checklist: _checklist, ...early } = draftOf(trueFalse)
    const draft = { ...early, selection: 'single', title: 'An early draft' }
    const saved = { target: question.id, version: question.version, at: '2026-01-01T00:00:00.000Z', draft }
    localStorage.setItem('question_drafts@admin:none', JSON.stringify([saved]))
    const { user, puts, onClose } = open(question.id, {
      [`GET ${one}`]: () => ({ success: true, data: trueFalse }),
      [`PUT ${one}`]: () => ({ success: true, message: 'saved', data: trueFalse }),
    })
    expect((await screen.findByLabelText<HTMLInputElement>('Title')).value).toBe('An early draft')
    await user.click(screen.getByRole('button', { name: 'Save changes' }))
    await vi.waitUntil(() => onClose.mock.calls.length > 0)
    expect(puts()[0]?.body).toEqual({ title: 'An early draft' })
  })

  test.each(['{', '[{"target":1}]', '[{"target":null,"version":null,"at":"x","draft":{}}]'])(
    'is ignored if it is %s',
    async (kept) => {
      localStorage.setItem('question_drafts@admin:none', kept)
      open(null)
      expect((await screen.findByLabelText<HTMLInputElement>('Title')).value).toBe('')
    },
  )
})

describe('a change of the status', () => {
  const draft = { ...question, status: 'draft' as const, approved: false }
  const openDraft = () => {
    let stored = draft
    return open(draft.id, {
      [`GET ${one}`]: () => ({ success: true, data: stored }),
      [`POST ${one}/status`]: ({ body }) => {
        stored = { ...stored, ...(body as Partial<typeof draft>), version: stored.version + 1 }
        return { success: true, data: stored }
      },
      [`PUT ${one}`]: () => ({ success: true, message: 'saved', data: draft }),
    })
  }

  test('publishes nothing while there are unsaved changes', async () => {
    const { user, calls } = openDraft()
    await user.type(await screen.findByLabelText('Title'), '!')
    await user.click(screen.getByRole('button', { name: 'Approve' }))
    await screen.findByText(/You have unsaved changes/)
    expect(calls.filter(({ path }) => path === `${one}/status`)).toEqual([])
  })

  test('leaves unsaved changes, which are no conflict', async () => {
    const { user, puts, onClose } = openDraft()
    await user.type(await screen.findByLabelText('Title'), '!')
    await user.click(screen.getByRole('button', { name: 'Archive' }))
    await screen.findByRole('button', { name: 'Back to draft' })
    expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe(`${question.title}!`)
    expect(screen.queryByText(/Someone has saved another version/)).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Save changes' }))
    await vi.waitUntil(() => onClose.mock.calls.length > 0)
    expect(puts()[0]?.headers.get('if-match')).toBe(`"v${question.version + 1}"`)
  })
})

describe('concurrent edits of a question', () => {
  const theirs = { ...question, version: 4, content: 'What do they say it prints?', points: 7 }
  const history = {
    success: true,
    data: [
      {
        version: 4,
        action: 'updated',
        changedBy: 'other',
        changedAt: question.updatedAt,
        changes: [],
        question: theirs,
      },
      {
        version: 3,
        action: 'updated',
        changedBy: 'me',
        changedAt: question.updatedAt,
        changes: [],
        question,
      },
    ],
    pagination: { page: 1, pageSize: 50, totalCount: 2, totalPages: 1, hasNext: false, hasPrev: false },
  }

  async function collide() {
    let opened = false
    const view = open(question.id, {
      [`GET ${one}`]: () => {
        const data = opened ? theirs : question
        opened = true
        return { success: true, data }
      },
      [`GET ${one}/history`]: () => history,
      [`PUT ${one}`]: ({ headers }) =>
        headers.get('if-match') === '"v4"'
          ? { success: true, message: 'saved', data: { ...theirs, version: 5 } }
          : errorResponse(412, 'Somebody was faster'),
    })
    const content = await screen.findByLabelText('Content')
    await view.user.clear(content)
    await view.user.type(content, 'What do I say it prints?')
    await view.user.click(screen.getByRole('button', { name: 'Save changes' }))
    await screen.findByRole('heading', { name: 'Someone else saved this question in the meantime' })
    await screen.findByRole('group', { name: 'Content' })
    return view
  }

  test('show both versions, and unedited fields overwrite nothing', async () => {
    const { user, puts, onClose } = await collide()
    const content = within(screen.getByRole('group', { name: 'Content' }))
    expect(content.getByText('What do they say it prints?')).toBeDefined()
    expect(content.getByLabelText<HTMLInputElement>(/Keep yours/).checked).toBe(true)
    const points = within(screen.getByRole('group', { name: 'Points' }))
    expect(points.getByLabelText<HTMLInputElement>(/Take theirs/).checked).toBe(true)

    await user.click(screen.getByRole('button', { name: 'Save my choice' }))
    await vi.waitUntil(() => onClose.mock.calls.length > 0)
    expect(puts().map(({ headers }) => headers.get('if-match'))).toEqual(['"v3"', '"v4"'])
    // Their points aren't sent: a field that stays as it is stored isn't part of the change.
    expect(puts()[1]?.body).toEqual({ content: 'What do I say it prints?' })
  })

  test('save nothing if all of the other version is chosen', async () => {
    const { user, puts, onClose } = await collide()
    await user.click(within(screen.getByRole('group', { name: 'Content' })).getByLabelText(/Take theirs/))
    await user.click(screen.getByRole('button', { name: 'Save my choice' }))
    await vi.waitUntil(() => onClose.mock.calls.length > 0)
    expect(puts()).toHaveLength(1)
  })
})

describe('an exact duplicate', () => {
  const duplicates = 'POST /api/questions/unified/duplicates'
  const same = (ids: string[]) => () => ({ success: true, data: ids.map((id) => ({ id, title: 'Same' })) })

  test('is shown in a new question', async () => {
    const { user, calls } = open(null, { [duplicates]: same([question.id]) })
    await fill(user)
    expect(await screen.findByText('This question already exists.')).toBeDefined()
    expect(screen.getByRole('link', { name: 'Open "Same" in a new tab' })).toBeDefined()
    await vi.waitUntil(() => calls.some(({ path }) => path.endsWith('/duplicates')))
  })

  test('is no false alarm while a question edits itself', async () => {
    const { calls } = open(question.id, { [duplicates]: same([question.id]) })
    await vi.waitUntil(() => calls.some(({ path }) => path.endsWith('/duplicates')))
    await screen.findByDisplayValue(question.title)
    expect(screen.queryByText('This question already exists.')).toBeNull()
  })
})
