import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Feature } from '@rehearse/contracts'
import { matchRoutes } from 'react-router'
import { expect, test } from 'vitest'
import { adminRoutes } from './admin-routes.tsx'
import { routes } from './app-routes.tsx'

const file = join(import.meta.dirname, '../../../services/questions/content/features.json')
const features: Feature[] = JSON.parse(readFileSync(file, 'utf8'))
const shown = features.filter(({ status, url }) => status !== 'pending' && url)

test.each(shown.map(({ title, url }) => [title, url]))(
  '%s is the target of its View Feature link',
  (_title, url) => {
    const matches = matchRoutes(routes, url ?? '')
    const isAdmin = matches?.at(-1)?.route.path === 'admin/*'
    const path = (isAdmin ? matchRoutes(adminRoutes, url ?? '', '/admin') : matches)?.at(-1)?.route.path
    expect(path).not.toBe('*')
  },
)
