export const adminDashboard = {
  title: 'Dashboard',
  lead: 'What learners can practise at the moment.',
  manage: 'Manage questions',
  total: 'Total Questions',
  active: 'Active Questions',
  inactive: 'Inactive',
  avgDifficulty: 'Avg Difficulty',
  avgDifficultyLine: '1 easy to 3 hard',
  byDifficulty: 'By difficulty',
  byPath: 'By learning path',
  byCategory: 'By category',
  recent: 'The last 10 days',
  date: 'Day',
  added: 'Added',
  updated: 'Updated',
  deleted: 'Deleted',
  recentEmpty: 'Nothing was added or changed in the last 10 days.',
  empty: 'There are no questions yet.',
  unnamed: 'without a path',
}

export type AdminDashboardMessages = typeof adminDashboard
