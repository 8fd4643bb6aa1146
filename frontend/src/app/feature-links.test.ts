import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Feature } from '@rehearse/contracts'
import { matchRoutes } from 'react-router'
import { expect, test } from 'vitest'
import { routes } from './app-routes.tsx'

const file = join(import.meta.dirname, '../../../services/questions/content/features.json')
const features: Feature[] = JSON.parse(readFileSync(file, 'utf8'))
const shown = features.filter(({ status, url }) => status !== 'pending' && url)

test.each(shown.map(({ title, url }) => [title, url]))(
  '%s is where its View Feature leads',
  (_title, url) => {
    const path = matchRoutes(routes, url ?? '')?.at(-1)?.route.path
    expect(path).not.toBe('*')
  },
)
