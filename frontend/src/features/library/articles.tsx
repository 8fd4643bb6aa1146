import { useQuery } from '@tanstack/react-query'
import { useMessages } from '../../shared/i18n/locale.ts'
import { Page } from '../../shared/ui/page.tsx'
import { libraryQuery } from './api.ts'
import { EntryRow, FilteredList, useFilteredList, useTopicOffers } from './filtered-list.tsx'
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
  const offers = useTopicOffers(all?.data)
  return (
    <Page title={messages.articles.title} lead={messages.articles.lead}>
      <FilteredList
        list={list}
        offers={[
          offers.category,
          {
            name: 'difficulty',
            label: messages.difficulty,
            all: difficulty.all,
            choices: levels.map((level) => ({
              value: level,
              label: difficulty[level],
              count: all?.data.filter((article) => article.difficulty === level).length,
            })),
          },
          offers.tag,
        ]}
      >
        {(articles) => (
          <ul className={`plain-list ${styles.list}`}>
            {articles.map((article) => (
              <EntryRow
                key={article.id}
                to={`/articles/${article.id}`}
                title={article.title}
                text={article.summary}
                level={article.difficulty}
                tags={[article.category, messages.minutes(article.readingTime)]}
              />
            ))}
          </ul>
        )}
      </FilteredList>
    </Page>
  )
}
