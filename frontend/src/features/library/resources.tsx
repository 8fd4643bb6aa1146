import type { Resource } from '@rehearse/contracts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { Page } from '../../shared/ui/page.tsx'
import { FilteredList } from './filtered-list.tsx'
import { IssueList } from './issue-list.tsx'
import styles from './library.module.css'
import { useLibraryMessages } from './library-messages.ts'
import { type ResourceCategory, ResourceRow } from './resource-row.tsx'
import { useFilteredList } from './use-filtered-list.ts'

const names = ['category', 'type', 'difficulty'] as const
type Filter = (typeof names)[number]
const levels = ['beginner', 'intermediate', 'advanced'] as const

/** What is worth reading, watching or using elsewhere, and the reading list of a public repository. */
export function Resources() {
  const { difficulty } = useMessages()
  const messages = useLibraryMessages()
  const words = messages.resources
  const list = useFilteredList<{ data: Resource[]; categories: ResourceCategory[] }, Filter>(
    '/api/resources',
    names,
  )
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
              label: `${name} (${count})`,
            })),
          },
          {
            name: 'type',
            label: messages.type,
            all: messages.allTypes,
            choices: Object.entries(words.types).map(([value, label]) => ({ value, label })),
          },
          {
            name: 'difficulty',
            label: messages.difficulty,
            all: difficulty.all,
            choices: levels.map((level) => ({ value: level, label: difficulty[level] })),
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
