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
  found: (count: number) => n(count, { zero: 'Nothing found', one: '# entry', other: '# entries' }),
  noMatchTitle: 'Nothing matches',
  noMatchText: 'Nothing fits this choice. Widen it, or see everything.',
  showAll: 'Show everything',
  emptyTitle: 'There is nothing here yet',
  emptyText: 'As soon as something is added, it appears here.',
  toPractice: 'Practise questions',
  missingTitle: 'This entry does not exist',
  missingText: 'It may have been taken away, or the address is mistyped.',
  minutes: (count: number) => n(count, { one: '# minute', other: '# minutes' }),
  elsewhere: 'opens in a new tab',
  hub: {
    lead: 'Guides, cheat sheets and articles to read, and resources elsewhere.',
    all: (count: number) => n(count, { one: 'Show it', other: 'Show all #' }),
  },
  guides: {
    title: 'Preparation guides',
    lead: 'What to prepare, in which order, and how long it takes.',
    back: 'All guides',
    levels: { 'all-levels': 'all levels', intermediate: 'intermediate', advanced: 'advanced' },
    sections: (count: number) => n(count, { one: '# section', other: '# sections' }),
    withPractice: (minutes: string) => `${minutes} with its exercises`,
    contents: 'Contents',
    skills: 'What it trains',
    features: 'What you get',
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
    lead: 'Worth reading, watching or using elsewhere.',
    featured: 'featured',
    types: {
      tool: 'tool',
      article: 'article',
      video: 'video',
      website: 'website',
      podcast: 'podcast',
      course: 'course',
    },
    issuesTitle: 'Reading list of the community',
    issuesLead:
      'Kept as issues of a public repository: open ones are still to be read, closed ones are done.',
    mockLead: 'The repository can not be read at the moment, or none is set. This is the built-in list.',
    total: 'Entries',
    open: 'Open',
    closed: 'Closed',
    state: { open: 'open', closed: 'closed' },
    priority: { Critical: 'critical', High: 'high', Medium: 'medium', Low: 'low' },
    asOf: (moment: string) => `As of ${moment}`,
    openList: 'Open entries',
    closedList: 'Closed entries',
    allList: 'The whole list',
    none: 'None.',
    issuesFailed: 'The reading list could not be loaded',
  },
  jobs: {
    title: 'Jobs',
    lead: 'Openings that we were asked to show. We take none from elsewhere.',
    emptyTitle: 'No jobs at the moment',
    emptyText: 'Nobody has posted one yet, and we make none up. Until then, practice is time well spent.',
    level: 'Level',
    allLevels: 'All levels',
    levels: { junior: 'junior', mid: 'mid-level', senior: 'senior', lead: 'lead' },
    types: {
      'full-time': 'full-time',
      'part-time': 'part-time',
      contract: 'contract',
      internship: 'internship',
    },
    remote: 'remote',
    posted: (day: string) => `posted ${day}`,
    closes: (day: string) => `open until ${day}`,
  },
  planned: {
    label: 'Planned',
    lead: 'This part of Rehearse is planned. There is nothing to use here yet.',
    priority: {
      Critical: 'Priority: critical',
      High: 'Priority: high',
      Medium: 'Priority: medium',
      Low: 'Priority: low',
    },
    others: 'What else is planned',
  },
}

export type LibraryMessages = typeof library

export const useLibraryMessages = featureMessages<LibraryMessages>({
  en: () => library,
  ar: async () => (await import('./messages.ar.ts')).library,
})
