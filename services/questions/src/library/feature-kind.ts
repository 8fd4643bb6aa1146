import { type Feature, feature, featureDocument, featureSummary } from '@rehearse/contracts'
import { defineKind } from './kind.ts'

type Counted = Pick<Feature, 'category' | 'status'>

/** What the product can do, and what it will; the whole is for admins. */
export const featureKind = defineKind({
  name: 'features',
  noun: 'Feature',
  address: '/api/features',
  reservedIds: ['planned'],
  document: featureDocument,
  view: feature,
  access: 'admin',
  editable: false,
  filters: { category: 'category', status: 'status', priority: 'priority', section: 'section' },
  render: (document) => ({ ...document, url: document.url ?? null }),
  extras: {
    shape: { summary: featureSummary },
    // The catalogue's own schema made these.
    read: ({ all }) => ({ summary: summarize(all as unknown as readonly Counted[]) }),
  },
})

/** Numbers of features by state and side; the completion rate is a rounded percentage, 0 where there are none. */
export function summarize(features: readonly Counted[]) {
  const having = (wanted: Partial<Counted>) =>
    features.filter(
      (one) =>
        (wanted.category ?? one.category) === one.category && (wanted.status ?? one.status) === one.status,
    ).length
  const completed = having({ status: 'completed' })
  return {
    total: features.length,
    completed,
    inProgress: having({ status: 'in-progress' }),
    pending: having({ status: 'pending' }),
    website: having({ category: 'Website' }),
    admin: having({ category: 'Admin' }),
    completionRate: features.length === 0 ? 0 : Math.round((completed / features.length) * 100),
  }
}
