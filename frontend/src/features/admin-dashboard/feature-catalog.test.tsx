import type { Feature, FeatureSummary } from '@rehearse/contracts'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { errorResponse, fakeNetwork } from '../../testing/fake-network.ts'
import { renderAt } from '../../testing/render-app.tsx'
import { FeatureCatalog } from './feature-catalog.tsx'

const entry = {
  order: 1,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  revision: 1,
}
const whole: Feature = {
  ...entry,
  id: 'flashcards',
  title: 'Flashcards',
  description: 'What you would forget, the day before.',
  category: 'Website',
  section: 'Learning',
  status: 'in-progress',
  priority: 'Critical',
  icon: 'book',
  url: '/flashcards',
  progress: 60,
  estimatedCompletion: 'January',
  fullStory: 'It began with a shoe box.',
  implementation: {
    technologies: ['ts-fsrs'],
    keyFiles: ['schedule.ts'],
    components: ['Card'],
    apis: ['GET /api/progress/reviews'],
    database: ['learner_card'],
    deployment: ['with progress'],
  },
  features: ['A card for each question'],
  benefits: ['Less is forgotten'],
  challenges: ['Time zones'],
  solutions: ['Days of the learner'],
  testing: ['Twelve properties'],
  performance: ['One query'],
  security: ['Own cards alone'],
  accessibility: ['Keys 1 to 4'],
  futurePlans: ['Decks'],
  completionDate: '2026-12-01',
  lastUpdated: '2026-11-20',
  contributors: ['Nadia'],
  estimatedEffort: 'two weeks',
  dependencies: ['Questions'],
  nextSteps: ['Undo'],
  demoUrl: 'https://demo.example/cards',
  githubUrl: 'https://code.example/cards',
  documentation: 'https://docs.example/cards',
}
const bare: Feature = {
  ...entry,
  id: 'podcasts',
  title: 'Podcasts',
  description: 'To listen to.',
  category: 'Website',
  section: 'Content',
  status: 'pending',
  priority: 'Low',
  url: '/podcasts',
}
const done: Feature = {
  ...bare,
  id: 'sign-in',
  title: 'Admin sign-in',
  category: 'Admin',
  status: 'completed',
  url: '/admin/login',
}
const summary: FeatureSummary = {
  total: 3,
  completed: 1,
  inProgress: 1,
  pending: 1,
  website: 2,
  admin: 1,
  completionRate: 33,
}

function open(address = '/admin/dashboard') {
  fakeNetwork({
    'GET /api/features': () => ({ success: true, data: [whole, bare, done], count: 3, summary }),
  })
  return renderAt(address, <FeatureCatalog />)
}
/** A filter that matches every feature, so that no section is collapsed. */
const everything = '/admin/dashboard?category=Website'
const titles = () => screen.getAllByRole('heading', { level: 4 }).map((heading) => heading.textContent)

test('summarizes: total, completed, in progress, pending, both areas and the completion rate', async () => {
  open()
  await screen.findByText('33%')
  const figure = (label: string) =>
    screen.getAllByText(label).find((one) => one.tagName === 'DT')?.nextElementSibling?.textContent
  expect(figure('Total')).toBe('32 on the website, 1 in the admin area')
  expect([figure('Completed'), figure('In progress'), figure('Pending')]).toEqual(['1', '1', '1'])
})

test('collapses each section until it is opened or a filter is set', async () => {
  const { user } = open()
  const summary = (await screen.findByRole('heading', { name: 'Learning' })).closest('summary')
  expect(summary?.textContent).toBe('Learning0 of 1 completed')
  const groups = () => [...document.querySelectorAll('details')]
  expect(groups().map((group) => [group.querySelector('h3')?.textContent, group.open])).toEqual([
    ['Learning', false],
    ['Content', false],
  ])
  if (summary) await user.click(summary)
  expect(groups().map((group) => group.open)).toEqual([true, false])
  await user.selectOptions(screen.getByLabelText('Status'), 'Pending')
  await waitFor(() => expect(groups().map((group) => group.open)).toEqual([true]))
  expect(titles()).toEqual(['Podcasts'])
  expect(screen.queryByText(/ completed$/)).toBeNull()
})

test('is filtered by text, status, priority, category and section, in the URL', async () => {
  const { user } = open('/admin/dashboard?status=pending')
  await waitFor(() => expect(titles()).toEqual(['Podcasts']))
  await user.selectOptions(screen.getByLabelText('Status'), 'All')
  await user.selectOptions(screen.getByLabelText('Category'), 'Admin')
  expect(titles()).toEqual(['Admin sign-in'])
  await user.selectOptions(screen.getByLabelText('Category'), 'All')
  await user.selectOptions(screen.getByLabelText('Priority'), 'Critical')
  expect(titles()).toEqual(['Flashcards'])
  await user.selectOptions(screen.getByLabelText('Section'), 'Content')
  await screen.findByText('No features match these filters.')
  await user.click(screen.getByRole('button', { name: 'Clear filters' }))
  await user.type(screen.getByRole('searchbox', { name: 'Search features' }), 'podc')
  await waitFor(() => expect(titles()).toEqual(['Podcasts']))
})

test('the dialog shows every field, and links to the feature, a demo, the code and the documentation', async () => {
  const { user } = open(everything)
  await user.click(await screen.findByRole('button', { name: 'Details of Flashcards' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Flashcards' }))
  for (const text of [
    ...[
      'In progress',
      'Critical',
      'Website · Learning',
      whole.description,
      '60%',
      'It began with a shoe box.',
    ],
    ...['Estimated completion: January', 'ts-fsrs', 'schedule.ts', 'Card', 'GET /api/progress/reviews'],
    ...['learner_card', 'with progress', 'A card for each question', 'Less is forgotten', 'Time zones'],
    ...['Days of the learner', 'Twelve properties', 'One query', 'Own cards alone', 'Keys 1 to 4', 'Decks'],
    ...['December 1, 2026', 'November 20, 2026', 'Nadia', 'two weeks', 'Questions', 'Undo'],
  ]) {
    expect(dialog.getByText(text)).toBeDefined()
  }
  expect(dialog.getByRole('progressbar', { name: 'Progress' }).getAttribute('aria-valuenow')).toBe('60')
  const links = dialog.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])
  expect(links).toEqual([
    ['View Feature', '/flashcards'],
    ['View Demo', whole.demoUrl],
    ['View Code', whole.githubUrl],
    ['Documentation', whole.documentation],
  ])
})

test('a link without a target is not shown, nor is the progress of a completed or pending feature', async () => {
  const { user } = open(everything)
  await user.click(await screen.findByRole('button', { name: 'Details of Podcasts' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Podcasts' }))
  expect(dialog.queryAllByRole('link')).toEqual([])
  expect(dialog.queryByRole('progressbar')).toBeNull()
})

test('reports that the features could not be loaded', async () => {
  fakeNetwork({ 'GET /api/features': () => errorResponse(403, 'Not allowed') })
  renderAt('/admin/dashboard', <FeatureCatalog />)
  expect((await screen.findByRole('alert')).textContent).toContain('Not allowed')
})
