import type { Feature } from '@rehearse/contracts'
import { type FeatureTables, useFeatureMessages } from '../../shared/i18n/feature-messages.ts'

const featureCatalog = {
  title: 'Features',
  lead: 'What the product can do, what is in progress, and what is planned.',
  loadFailed: 'The features could not be loaded',
  total: 'Total',
  completed: 'Completed',
  inProgress: 'In progress',
  pending: 'Pending',
  completionRate: 'Completion rate',
  website: (count: string) => `${count} on the website`,
  admin: (count: string) => `${count} in the admin area`,

  search: 'Search features',
  status: 'Status',
  priority: 'Priority',
  category: 'Category',
  section: 'Section',
  all: 'All',
  statuses: {
    completed: 'Completed',
    'in-progress': 'In progress',
    pending: 'Pending',
  } satisfies Record<Feature['status'], string>,
  priorities: {
    Critical: 'Critical',
    High: 'High',
    Medium: 'Medium',
    Low: 'Low',
  } satisfies Record<Feature['priority'], string>,
  categories: { Website: 'Website', Admin: 'Admin' } satisfies Record<Feature['category'], string>,
  noMatch: 'No features match these filters.',
  clear: 'Clear filters',
  completedOf: (completed: string, all: string) => `${completed} of ${all} completed`,
  detailsLabel: 'Details',
  details: (title: string) => `Details of ${title}`,
  progress: 'Progress',
  estimatedCompletion: 'Estimated completion',

  fullStory: 'Full story',
  implementation: 'Implementation',
  technologies: 'Technologies',
  keyFiles: 'Key files',
  components: 'Components',
  apis: 'APIs',
  database: 'Database',
  deployment: 'Deployment',
  features: 'Features',
  benefits: 'Benefits',
  challenges: 'Challenges',
  solutions: 'Solutions',
  testing: 'Testing',
  performance: 'Performance',
  security: 'Security',
  accessibility: 'Accessibility',
  futurePlans: 'Future plans',
  facts: 'At a glance',
  completionDate: 'Completion date',
  lastUpdated: 'Last updated',
  contributors: 'Contributors',
  estimatedEffort: 'Estimated effort',
  dependencies: 'Dependencies',
  nextSteps: 'Next steps',
  viewFeature: 'View Feature',
  viewDemo: 'View Demo',
  viewCode: 'View Code',
  documentation: 'Documentation',
}

export const adminDashboard = {
  title: 'Dashboard',
  lead: 'What learners can practice right now.',
  manage: 'Manage questions',
  total: 'Total Questions',
  active: 'Active Questions',
  inactive: 'Inactive',
  avgDifficulty: 'Avg Difficulty',
  avgDifficultyLine: '1 beginner to 3 advanced',
  byDifficulty: 'By difficulty',
  byPath: 'By learning path',
  byCategory: 'By category',
  recent: 'Last 10 days',
  date: 'Day',
  added: 'Added',
  updated: 'Updated',
  deleted: 'Deleted',
  recentEmpty: 'Nothing was added or changed in the last 10 days.',
  empty: 'There are no questions yet.',
  unnamed: 'without a path',

  catalog: featureCatalog,
}

export type AdminDashboardMessages = typeof adminDashboard

const tables: FeatureTables<AdminDashboardMessages> = {
  en: () => adminDashboard,
  ar: async () => (await import('./messages.ar.ts')).adminDashboard,
}

export const useAdminDashboardMessages = () => useFeatureMessages(tables)
