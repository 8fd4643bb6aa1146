import type { BuiltInIssue, IssueResource, Resource } from '@rehearse/contracts'
import { useQuery } from '@tanstack/react-query'
import { useFormat } from '../../shared/i18n/format.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { LevelDots } from '../../shared/ui/level-dots.tsx'
import { Loading } from '../../shared/ui/load-failed.tsx'
import { Page } from '../../shared/ui/page.tsx'
import { Stat, Stats } from '../../shared/ui/stat.tsx'
import { Tag } from '../../shared/ui/tag.tsx'
import { libraryQuery } from './api.ts'
import { FilteredList, OutsideLink, useFilteredList } from './filtered-list.tsx'
import styles from './library.module.css'
import { useLibraryMessages } from './messages.en.ts'

const names = ['category', 'type', 'difficulty'] as const
const levels = ['beginner', 'intermediate', 'advanced'] as const

/** Recommended external resources, and the reading list from a public repository. */
export function Resources() {
  const { difficulty } = useMessages()
  const messages = useLibraryMessages()
  const words = messages.resources
  const list = useFilteredList('/api/resources', names)
  // The counts of the filters come from the unfiltered list.
  const { data: all } = useQuery(libraryQuery('/api/resources'))
  const categories = new Map(list.reply?.categories.map((category) => [category.id, category]))
  const chosen = categories.get(list.filters.category ?? '')
  return (
    <Page title={words.title} lead={words.lead}>
      <FilteredList
        list={list}
        offers={[
          {
            name: 'category',
            label: messages.category,
            all: messages.allCategories,
            choices: [...categories.values()].map(({ id, name, count }) => ({
              value: id,
              label: name,
              count,
            })),
          },
          {
            name: 'type',
            label: messages.type,
            all: messages.allTypes,
            choices: Object.entries(words.types)
              .map(([value, label]) => ({
                value,
                label,
                count: all?.data.filter(({ type }) => type === value).length,
              }))
              .filter(({ count }) => count !== 0),
          },
          {
            name: 'difficulty',
            label: messages.difficulty,
            all: difficulty.all,
            choices: levels.map((level) => ({
              value: level,
              label: difficulty[level],
              count: all?.data.filter((resource) => resource.difficulty === level).length,
            })),
          },
        ]}
        about={
          chosen && (
            <p dir="auto" className={styles.text}>
              {chosen.description}
            </p>
          )
        }
      >
        {(resources) => (
          <ul className={`plain-list ${styles.list}`}>
            {resources.map((resource) => (
              <ResourceRow
                key={resource.id}
                resource={resource}
                category={categories.get(resource.category)}
              />
            ))}
          </ul>
        )}
      </FilteredList>
      <IssueList />
    </Page>
  )
}

interface ResourceCategory {
  id: string
  name: string
  description: string
  color: string
  count: number
}

function ResourceRow({ resource, category }: { resource: Resource; category: ResourceCategory | undefined }) {
  const { resources: words } = useLibraryMessages()
  return (
    <li className={styles.row}>
      <h2 dir="auto">
        <OutsideLink to={resource.url}>{resource.title}</OutsideLink>
      </h2>
      <p dir="auto" className={styles.text}>
        {resource.description}
      </p>
      <p className={styles.tags}>
        {category && <ColoredTag color={category.color}>{category.name}</ColoredTag>}
        <Tag>{words.types[resource.type]}</Tag>
        <LevelDots level={resource.difficulty} />
        {resource.featured && <Tag tone="info">{words.featured}</Tag>}
      </p>
    </li>
  )
}

/** Issues of a public repository as a reading list; the built-in list if they can't be loaded. */
function IssueList() {
  const { resources: words } = useLibraryMessages()
  const format = useFormat()
  const query = useQuery(libraryQuery('/api/resources/issues'))
  const { data } = query
  return (
    <section aria-labelledby="issues" className={styles.issues}>
      <h2 id="issues">{words.issuesTitle}</h2>
      <Loading query={query} title={words.issuesFailed} heights={[6, 10]} />
      {data && (
        <>
          <p className={styles.text}>{data.stats.isMockData ? words.mockLead : words.issuesLead}</p>
          <Stats>
            <Stat label={words.total} value={format.number(data.stats.total)} />
            <Stat label={words.open} value={format.number(data.stats.open)} />
            <Stat label={words.closed} value={format.number(data.stats.closed)} />
          </Stats>
          {data.stats.isMockData ? (
            <Issues title={words.allList} issues={data.data} />
          ) : (
            <>
              <Issues title={words.openList} issues={data.stats.openResources} />
              <Issues title={words.closedList} issues={data.stats.closedResources} />
            </>
          )}
          {data.fetchedAt && <p className={styles.quiet}>{words.asOf(format.moment(data.fetchedAt))}</p>}
        </>
      )}
    </section>
  )
}

type Issue = IssueResource | BuiltInIssue

function Issues({ title, issues }: { title: string; issues: readonly Issue[] }) {
  const { resources: words } = useLibraryMessages()
  return (
    <details className={styles.fold}>
      <summary>
        {title} ({issues.length})
      </summary>
      {issues.length === 0 && <p className={styles.quiet}>{words.none}</p>}
      <ul className={`plain-list ${styles.tight}`}>
        {issues.map((issue) => (
          <li key={issue.id} className={styles.issue}>
            <span dir="auto">
              <OutsideLink to={'url' in issue ? issue.url : issue.html_url}>{issue.title}</OutsideLink>
            </span>
            {'url' in issue ? (
              <ColoredTag color={issueColor(issue.category)}>{issue.category}</ColoredTag>
            ) : (
              <span className={styles.tags}>
                <Tag>{words.state[issue.state]}</Tag>
                <Tag>{words.priority[issue.priority]}</Tag>
              </span>
            )}
          </li>
        ))}
      </ul>
    </details>
  )
}

/** Colors of the categories in the built-in list. */
const colors: Record<BuiltInIssue['category'], string> = {
  Security: '#dc2626',
  Performance: '#d97706',
  HTML: '#ea580c',
  CSS: '#2563eb',
  API: '#0d9488',
  Interview: '#7c3aed',
  TypeScript: '#1d4ed8',
  JavaScript: '#ca8a04',
  React: '#0891b2',
  Testing: '#16a34a',
  'React 18': '#0e7490',
  'Great Frontend': '#9333ea',
  Blogs: '#db2777',
  'Advanced Topics': '#4f46e5',
}
const otherColor = '#6b7280'

export const issueColor = (category: string): string =>
  Object.hasOwn(colors, category) ? colors[category as keyof typeof colors] : otherColor

/** A category with a colored dot beside its name, so that color isn't the only cue. */
function ColoredTag({ color, children }: { color: string; children: string }) {
  return (
    <span className={styles.coloured}>
      <i aria-hidden style={{ background: color }} />
      <span dir="auto">{children}</span>
    </span>
  )
}
