import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useMessages } from '../../shared/i18n/locale.ts'
import { Page } from '../../shared/ui/page.tsx'
import { Tag } from '../../shared/ui/tag.tsx'
import { libraryQuery } from './api.ts'
import { FilteredList, useFilteredList, valuesOf } from './filtered-list.tsx'
import styles from './library.module.css'
import { useLibraryMessages } from './messages.en.ts'

const names = ['category', 'difficulty', 'tag'] as const
const levels = ['beginner', 'intermediate', 'advanced'] as const

/** Our own articles. */
export function Articles() {
  const { difficulty } = useMessages()
  const messages = useLibraryMessages()
  const list = useFilteredList('/api/articles', names)
  // The filter options come from the unfiltered list.
  const { data: all } = useQuery(libraryQuery('/api/articles'))
  return (
    <Page title={messages.articles.title} lead={messages.articles.lead}>
      <FilteredList
        list={list}
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
      </FilteredList>
    </Page>
  )
}
