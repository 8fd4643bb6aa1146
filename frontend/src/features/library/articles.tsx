import type { Article } from '@rehearse/contracts'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useMessages } from '../../shared/i18n/locale.ts'
import { Page } from '../../shared/ui/page.tsx'
import { SearchBox } from '../../shared/ui/search-box.tsx'
import { Tag } from '../../shared/ui/tag.tsx'
import { useUrlFilters } from '../../shared/ui/use-url-filters.ts'
import { FilterBar } from './filter-bar.tsx'
import styles from './library.module.css'
import { useLibraryMessages } from './library-messages.ts'
import { libraryQuery } from './library-query.ts'
import { ListStates } from './list-states.tsx'
import { valuesOf } from './values-of.ts'

const names = ['category', 'difficulty', 'tag', 'searchTerm'] as const
const levels = ['beginner', 'intermediate', 'advanced'] as const

/** Articles of our own. */
export function Articles() {
  const { difficulty } = useMessages()
  const messages = useLibraryMessages()
  const { filters, setFilter, clear } = useUrlFilters(names)
  const { data, error, refetch } = useQuery(libraryQuery<{ data: Article[] }>('/api/articles', filters))
  // What there is to choose from is what there is without any choice.
  const { data: all } = useQuery(libraryQuery<{ data: Article[] }>('/api/articles'))
  return (
    <Page title={messages.articles.title} lead={messages.articles.lead}>
      <FilterBar
        search={
          <SearchBox
            label={messages.search}
            value={filters.searchTerm ?? ''}
            onSearch={(term) => setFilter('searchTerm', term)}
          />
        }
        filters={filters}
        onChange={setFilter}
        found={data ? messages.found(data.data.length) : ''}
        offers={[
          {
            name: 'category',
            label: messages.category,
            all: messages.allCategories,
            choices: valuesOf(all?.data, (article) => [article.category]),
          },
          {
            name: 'difficulty',
            label: messages.difficulty,
            all: difficulty.all,
            choices: levels.map((level) => ({ value: level, label: difficulty[level] })),
          },
          {
            name: 'tag',
            label: messages.tag,
            all: messages.allTags,
            choices: valuesOf(all?.data, (article) => article.tags),
          },
        ]}
      />
      <ListStates
        items={data?.data}
        error={error}
        onRetry={() => void refetch()}
        isFiltered={Object.keys(filters).length > 0}
        onClear={clear}
      >
        {(articles) => (
          <ul className={`plain-list ${styles.list}`}>
            {articles.map((article) => (
              <li key={article.id} className={styles.row}>
                <h2 dir="auto">
                  <Link to={`/articles/${article.id}`}>{article.title}</Link>
                </h2>
                <p dir="auto" className={styles.text}>
                  {article.summary}
                </p>
                <p className={styles.tags}>
                  <Tag>{article.category}</Tag>
                  <Tag>{difficulty[article.difficulty]}</Tag>
                  <Tag>{messages.minutes(article.readingTime)}</Tag>
                </p>
              </li>
            ))}
          </ul>
        )}
      </ListStates>
    </Page>
  )
}
