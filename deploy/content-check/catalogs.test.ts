import { readFileSync } from 'node:fs'
import type { BadgeDocument, FeatureDocument } from '@rehearse/contracts'
import { describe, expect, test } from 'vitest'
import { badgeMotifs } from '../../frontend/src/features/progress/badge-motifs.ts'
import { readEntries } from './read-content.ts'

const folder = new URL('../../services/questions/content/', import.meta.url)

test('every badge has a drawing, and every drawing a badge', () => {
  const icons = readEntries<BadgeDocument>(folder, 'badges').map(({ icon }) => icon)
  expect([...new Set(icons)].sort()).toEqual(Object.keys(badgeMotifs).sort())
})

describe('the feature catalog', () => {
  const features = readEntries<FeatureDocument>(folder, 'features')
  const built = builtAddresses()

  test('marks as completed only features with a page', () => {
    const missing = features.filter(
      ({ status, url }) => status === 'completed' && url !== undefined && !built.some((one) => one.test(url)),
    )
    expect(missing.map(({ id, url }) => `${id}: ${url}`)).toEqual([])
  })

  test('marks as pending only features without one', () => {
    const there = features.filter(
      ({ status, url }) => status === 'pending' && url !== undefined && built.some((one) => one.test(url)),
    )
    expect(there.map(({ id, url }) => `${id}: ${url}`)).toEqual([])
  })

  test('contains every admin page', () => {
    const urls = features.map(({ url }) => url)
    for (const page of [
      'content/questions',
      'questions/unified',
      'sections',
      'content',
      'learning-resources',
      'reports',
      'users',
      'backup',
      'audio',
      'settings',
      'dashboard',
      'login',
    ])
      expect(urls, page).toContain(`/admin/${page}`)
  })
})

/** The app's routes, for learners and admins, with a wildcard for each parameter. */
function builtAddresses(): RegExp[] {
  const paths = [
    '/',
    ...routesIn('app-routes.tsx').map((path) => `/${path}`),
    '/admin',
    ...routesIn('admin-routes.tsx').map((path) => `/admin/${path}`),
  ]
  return paths.map((path) => new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`))
}

function routesIn(file: string): string[] {
  const source = readFileSync(new URL(`../../frontend/src/app/${file}`, import.meta.url), 'utf8')
  return [...source.matchAll(/<Route path="([^"*]+)"/g)].map(([, path = '']) => path)
}
