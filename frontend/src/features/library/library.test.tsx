import { screen, waitFor, within } from '@testing-library/react'
import { Route, Routes, useLocation } from 'react-router'
import { describe, expect, test } from 'vitest'
import { type Call, errorResponse, fakeNetwork } from '../../testing/fake-network.ts'
import { renderAt } from '../../testing/render-app.tsx'
import { Articles } from './articles.tsx'
import { CheatSheetPage, CheatSheets } from './cheat-sheets.tsx'
import { ArticlePage, GuidePage } from './entry-pages.tsx'
import { Guides } from './guides.tsx'
import { Jobs } from './jobs.tsx'
import { LibraryHub } from './library-hub.tsx'
import { Planned } from './planned.tsx'
import { issueColor, Resources } from './resources.tsx'

const times = { order: 1, createdAt: '2026-01-01T00:00:00Z', updatedAt: '2026-01-01T00:00:00Z' }
const article = {
  id: 'microtasks',
  ...times,
  title: 'Microtasks before tasks',
  summary: 'Why a promise runs first.',
  body: 'A browser runs **one** task at a time.',
  category: 'JavaScript',
  difficulty: 'intermediate',
  readingTime: 4,
  tags: ['event-loop'],
  sources: [{ title: 'Microtask guide', url: 'https://example.com/microtasks' }],
}
const guide = {
  id: 'css',
  ...times,
  title: 'The CSS interview',
  description: 'What is asked about CSS.',
  difficulty: 'all-levels',
  estimatedTime: 30,
  color: { from: '#2563eb', to: '#7c3aed' },
  icon: 'palette',
  sections: [{ title: 'Layout', description: 'Grid and flex.', readingTime: 10, topics: ['Grid'] }],
  features: [],
  targetSkills: ['Layout without a framework'],
}
const resource = {
  id: 'mdn',
  ...times,
  title: 'MDN Web Docs',
  description: 'The reference.',
  url: 'https://developer.mozilla.org/',
  category: 'documentation',
  type: 'website',
  tags: [],
  difficulty: 'beginner',
  featured: true,
}
const categories = [
  { id: 'documentation', name: 'Documentation', description: 'References.', color: '#2563eb', count: 2 },
]
const builtIn = {
  id: 'xss',
  title: 'Cross-site scripting',
  url: 'https://example.com/xss',
  category: 'Security',
}
const issue = (state: 'open' | 'closed') => ({
  id: state === 'open' ? 1 : 2,
  number: 1,
  title: `An ${state} issue`,
  state,
  html_url: 'https://example.com/1',
  priority: 'High',
})
const issues = (isMockData: boolean) => ({
  success: true,
  data: isMockData ? [builtIn] : [issue('open'), issue('closed')],
  count: 1,
  stats: {
    total: 88,
    open: 87,
    closed: 1,
    isMockData,
    openResources: [issue('open')],
    closedResources: [issue('closed')],
  },
  fetchedAt: null,
})
const list = (data: unknown[], more: object = {}) => ({ success: true, data, count: data.length, ...more })

const Address = () => <p data-testid="address">{useLocation().search}</p>
const open = (address: string, answers: Parameters<typeof fakeNetwork>[0]) => {
  const calls = fakeNetwork(answers)
  const view = renderAt(
    address,
    <>
      <Address />
      <Routes>
        <Route path="articles" element={<Articles />} />
        <Route path="articles/:id" element={<ArticlePage />} />
        <Route path="preparation-guides" element={<Guides />} />
        <Route path="preparation-guides/:id" element={<GuidePage />} />
        <Route path="library" element={<LibraryHub />} />
        <Route path="cheatsheet" element={<CheatSheets />} />
        <Route path="cheatsheet/:id" element={<CheatSheetPage />} />
        <Route path="resources" element={<Resources />} />
        <Route path="jobs" element={<Jobs />} />
        <Route path="tutorials" element={<Planned />} />
      </Routes>
    </>,
  )
  return { calls, ...view }
}
const asked = (calls: Call[], path: string) =>
  calls.filter((call) => call.path === path).map(({ query }) => Object.fromEntries(query))

describe('articles', () => {
  test('are filtered by the URL, and searched while typing', async () => {
    const { calls, user } = open('/articles?category=JavaScript', {
      'GET /api/articles': () => list([article]),
    })
    await user.type(await screen.findByRole('searchbox', { name: 'Search' }), 'promise')
    await waitFor(() => expect(screen.getByTestId('address').textContent).toContain('searchTerm=promise'))
    await waitFor(() =>
      expect(asked(calls, '/api/articles')).toContainEqual({ category: 'JavaScript', searchTerm: 'promise' }),
    )
    expect(asked(calls, '/api/articles')).not.toContainEqual({ category: 'JavaScript', searchTerm: 'pro' })
  })

  test('offer to clear the filters if nothing matches', async () => {
    const { user } = open('/articles?tag=none', {
      'GET /api/articles': ({ query }) => list(query.get('tag') ? [] : [article]),
    })
    await user.click(await screen.findByRole('button', { name: 'Show everything' }))
    expect(await screen.findByRole('link', { name: article.title })).toBeDefined()
  })

  test('are displayed with their sources', async () => {
    open('/articles/microtasks', { 'GET /api/articles/microtasks': () => ({ success: true, data: article }) })
    expect(await screen.findByRole('heading', { level: 1, name: article.title })).toBeDefined()
    const source = screen.getByRole('link', { name: /Microtask guide/ })
    expect([source.getAttribute('href'), source.getAttribute('rel')]).toEqual([
      'https://example.com/microtasks',
      'noopener noreferrer',
    ])
  })

  test('that don’t exist are reported as not found', async () => {
    open('/articles/none', { 'GET /api/articles/none': () => errorResponse(404, 'Article not found') })
    expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeDefined()
  })
})

test('a guide opens from the list and has a table of contents', async () => {
  const { user } = open('/preparation-guides', {
    'GET /api/guides': () => list([guide]),
    'GET /api/guides/css': () => ({ success: true, data: guide }),
  })
  await user.click(await screen.findByRole('link', { name: guide.title }))
  const contents = within(await screen.findByRole('navigation', { name: 'Contents' }))
  expect(contents.getByRole('link', { name: 'Layout' }).getAttribute('href')).toBe('#section-1')
  expect(screen.getByText('Layout without a framework')).toBeDefined()
})

const sheet = {
  id: 'flexbox',
  ...times,
  title: 'Flexbox',
  description: 'One axis.',
  category: 'CSS',
  language: 'css',
  groups: [{ title: 'Container', entries: [{ code: 'display: flex', description: 'Begins it.' }] }],
  tags: [],
}
const sheets = {
  'GET /api/cheatsheets': () => list([sheet]),
  'GET /api/cheatsheets/flexbox': () => ({ success: true, data: sheet }),
}

test('a cheat sheet opens from the list on its own page', async () => {
  const { user } = open('/cheatsheet', sheets)
  expect(await screen.findByText('1 entry', { selector: 'span' })).toBeDefined()
  expect(screen.queryByText('Begins it.')).toBeNull()
  await user.click(screen.getByRole('link', { name: 'Flexbox' }))
  expect(await screen.findByText('Begins it.')).toBeDefined()
  expect(screen.getByRole('link', { name: 'Container' })).toBeDefined()
})

test('an old URL of a cheat sheet redirects to its page', async () => {
  open('/cheatsheet#flexbox', sheets)
  expect(await screen.findByRole('heading', { level: 1, name: 'Flexbox' })).toBeDefined()
})

test('the library shows each kind of entry with its count, and no kind without entries', async () => {
  const entry = (kind: string, title: string) => ({ kind, id: title, title, text: '', words: [] })
  const articles = Array.from({ length: 7 }, (_, at) => entry('article', `Article ${at}`))
  open('/library', {
    'GET /api/search-index': () => list([...articles, entry('resource', 'MDN'), entry('path', 'Basics')]),
  })
  expect(await screen.findByRole('link', { name: /^Show all 7 ?: Articles/ })).toBeDefined()
  expect(screen.getByRole('link', { name: 'Article 4' }).getAttribute('href')).toBe('/articles/Article 4')
  expect(screen.queryByRole('link', { name: 'Article 5' })).toBeNull()
  expect(screen.getByRole('link', { name: 'MDN' }).getAttribute('href')).toBe('/resources?searchTerm=MDN')
  expect(screen.getAllByRole('heading', { level: 2 }).map((one) => one.textContent)).toEqual([
    'Articles',
    'Resources',
  ])
})

describe('resources', () => {
  test('are filtered by category, type, difficulty and search term', async () => {
    const { calls, user } = open('/resources', {
      'GET /api/resources': () => list([resource], { categories }),
      'GET /api/resources/issues': () => issues(true),
    })
    await screen.findByRole('link', { name: /MDN/ })
    const chip = (group: string, name: string) =>
      within(screen.getByRole('radiogroup', { name: group })).getByRole('radio', { name })
    await user.click(chip('Category', 'Documentation 2'))
    await user.click(chip('Type', 'Website 1'))
    await user.click(chip('Difficulty', 'Beginner 1'))
    await waitFor(() =>
      expect(asked(calls, '/api/resources').at(-1)).toEqual({
        category: 'documentation',
        type: 'website',
        difficulty: 'beginner',
      }),
    )
  })

  test('show the open and closed issues of the repository', async () => {
    open('/resources', {
      'GET /api/resources': () => list([resource], { categories }),
      'GET /api/resources/issues': () => issues(false),
    })
    expect(await screen.findByText(/^Open issues/)).toBeDefined()
    expect(screen.getByText('An closed issue', { exact: false })).toBeDefined()
    expect(screen.getByText('87')).toBeDefined()
  })

  test('show the built-in list with a note if the repository can’t be loaded', async () => {
    open('/resources', {
      'GET /api/resources': () => list([resource], { categories }),
      'GET /api/resources/issues': () => issues(true),
    })
    expect(await screen.findByText(/this is the built-in list/)).toBeDefined()
    expect(screen.getByRole('link', { name: /Cross-site scripting/, hidden: true })).toBeDefined()
  })

  test('of an unknown category get the default color', () => {
    expect(issueColor('Gardening')).toBe(issueColor('toString'))
    expect(issueColor('Security')).not.toBe(issueColor('Gardening'))
  })
})

test('jobs show that there are none', async () => {
  open('/jobs', { 'GET /api/jobs': () => list([]) })
  expect(await screen.findByRole('heading', { name: 'No job openings yet' })).toBeDefined()
  expect(screen.queryByRole('searchbox')).toBeNull()
})

test('a planned page describes what is planned, and offers alternatives', async () => {
  const planned = (title: string, url: string) => ({
    id: url,
    title,
    description: `${title}.`,
    section: 'Learning',
    priority: 'Medium',
    url,
  })
  open('/tutorials', {
    'GET /api/features/planned': () => list([planned('Tutorials', '/tutorials'), planned('Blog', '/blog')]),
  })
  expect(await screen.findByRole('heading', { level: 1, name: 'Tutorials' })).toBeDefined()
  expect(screen.getByText(/planned but not available yet/)).toBeDefined()
  expect(screen.getByRole('link', { name: 'Blog' })).toBeDefined()
})
