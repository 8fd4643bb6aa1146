import { featureMessages } from '../../shared/i18n/feature-messages.ts'
import { pluralIn } from '../../shared/i18n/plural.ts'

const n = pluralIn('en')

export const library = {
  search: 'Search',
  category: 'Category',
  allCategories: 'All categories',
  difficulty: 'Difficulty',
  tag: 'Tag',
  allTags: 'All tags',
  type: 'Type',
  allTypes: 'All types',
  found: (count: number) => n(count, { zero: 'No results', one: '# result', other: '# results' }),
  counted: (name: string, count: number) => `${name} (${n(count, { other: '#' })})`,
  noMatchTitle: 'No results match these filters',
  noMatchText: 'Change the filters, or show everything.',
  showAll: 'Show everything',
  emptyTitle: 'Nothing here yet',
  emptyText: 'New content appears here once it is added.',
  toPractice: 'Practice questions',
  missingTitle: 'Page not found',
  missingText: 'It may have been removed, or the address may be mistyped.',
  minutes: (count: number) => n(count, { one: '# minute', other: '# minutes' }),
  elsewhere: 'opens in a new tab',
  hub: {
    lead: 'Guides, cheat sheets, and articles to read, and resources on other sites.',
    all: (count: number) => n(count, { one: 'Show #', other: 'Show all #' }),
  },
  guides: {
    title: 'Preparation guides',
    lead: 'What to prepare, in what order, and how long it takes.',
    back: 'All guides',
    levels: { 'all-levels': 'All levels', intermediate: 'Intermediate', advanced: 'Advanced' },
    sections: (count: number) => n(count, { one: '# section', other: '# sections' }),
    contents: 'Contents',
    skills: 'Skills you practice',
    features: "What's included",
    topics: 'Topics',
  },
  articles: {
    title: 'Articles',
    lead: 'Short reads, one idea each.',
    back: 'All articles',
    sources: 'Sources',
  },
  cheatSheets: {
    title: 'Cheat sheets',
    lead: 'Syntax you look up again and again, one topic per sheet.',
    back: 'All cheat sheets',
    contents: 'Contents',
    entries: (count: number) => n(count, { one: '# entry', other: '# entries' }),
  },
  resources: {
    title: 'Resources',
    lead: 'Recommended articles, videos, and tools on other sites.',
    featured: 'Featured',
    types: {
      tool: 'Tool',
      article: 'Article',
      video: 'Video',
      website: 'Website',
      podcast: 'Podcast',
      course: 'Course',
    },
    issuesTitle: 'Community reading list',
    issuesLead:
      'The list comes from issues in a public repository: open issues are still to read, closed ones are done.',
    mockLead: 'The repository is unavailable or not configured, so this is the built-in list.',
    total: 'Total',
    open: 'Open',
    closed: 'Closed',
    state: { open: 'Open', closed: 'Closed' },
    priority: { Critical: 'Critical', High: 'High', Medium: 'Medium', Low: 'Low' },
    asOf: (moment: string) => `As of ${moment}`,
    openList: 'Open issues',
    closedList: 'Closed issues',
    allList: 'Full list',
    none: 'None.',
    issuesFailed: 'The reading list could not be loaded',
  },
  jobs: {
    title: 'Jobs',
    lead: "Job openings that employers posted here. We don't copy listings from other sites.",
    emptyTitle: 'No job openings yet',
    emptyText:
      'Openings appear here once employers post them. Until then, you can practice for the interview.',
    level: 'Level',
    allLevels: 'All levels',
    levels: { junior: 'Junior', mid: 'Mid-level', senior: 'Senior', lead: 'Lead' },
    types: {
      'full-time': 'Full-time',
      'part-time': 'Part-time',
      contract: 'Contract',
      internship: 'Internship',
    },
    remote: 'Remote',
    posted: (day: string) => `Posted ${day}`,
    closes: (day: string) => `Open until ${day}`,
  },
  planned: {
    label: 'Planned',
    lead: 'This part of Rehearse is planned but not available yet.',
    priority: {
      Critical: 'Priority: critical',
      High: 'Priority: high',
      Medium: 'Priority: medium',
      Low: 'Priority: low',
    },
    others: 'Also planned',
  },
}

export type LibraryMessages = typeof library

export const useLibraryMessages = featureMessages<LibraryMessages>({
  en: () => library,
  ar: async () => (await import('./messages.ar.ts')).library,
})
