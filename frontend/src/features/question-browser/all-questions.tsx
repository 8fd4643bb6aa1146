import type { PublicQuestion } from '@rehearse/contracts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import {
  categoriesQuery,
  inOwnLanguage,
  learningPathsQuery,
  topicsQuery,
} from '../../shared/api/catalogue.ts'
import { learnerApi } from '../../shared/api/client.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { Button } from '../../shared/ui/button.tsx'
import { EmptyState } from '../../shared/ui/empty-state.tsx'
import { SelectField } from '../../shared/ui/fields.tsx'
import { LoadFailed } from '../../shared/ui/load-failed.tsx'
import { Page } from '../../shared/ui/page.tsx'
import { Pagination } from '../../shared/ui/pagination.tsx'
import { SearchBox } from '../../shared/ui/search-box.tsx'
import { Skeleton } from '../../shared/ui/skeleton.tsx'
import { useUrlPages } from '../../shared/ui/use-url-filters.ts'
import { useQuestionBrowserMessages } from './messages.en.ts'
import styles from './question-browser.module.css'
import { QuestionRows } from './question-rows.tsx'

const names = ['search', 'category', 'topic', 'learningPath', 'difficulty'] as const
const levels = ['beginner', 'intermediate', 'advanced'] as const

/** Every question, to search and to filter. */
export function AllQuestions() {
  const messages = useQuestionBrowserMessages()
  const { filters, page, pageSize, setFilter, setPage, clear } = useUrlPages(names)
  const { data, error, refetch } = useQuery({
    queryKey: ['catalogue', 'all-questions', filters, page, pageSize],
    queryFn: ({ signal }) => {
      const query = { ...filters, page, pageSize, ...inOwnLanguage() }
      // A search has an order of its own: the best match first.
      return filters.search
        ? learnerApi.get('/api/questions/unified/search', {
            query: { ...query, search: filters.search },
            signal,
          })
        : learnerApi.get('/api/questions/unified', {
            query: { ...query, orderBy: 'order', orderDirection: 'asc' },
            signal,
          })
    },
    placeholderData: keepPreviousData,
  })
  const questions: readonly PublicQuestion[] | undefined = data?.data
  return (
    <Page title={messages.allTitle} lead={messages.allLead}>
      <Filters filters={filters} onChange={setFilter} />
      {!questions && error && <LoadFailed error={error} onRetry={() => void refetch()} />}
      {!questions && !error && <Skeleton heights={[4, 4, 4, 4, 4]} />}
      {questions?.length === 0 && (
        <EmptyState
          title={messages.noMatchTitle}
          text={messages.noMatchText}
          action={
            <Button variant="primary" onClick={clear}>
              {messages.showAll}
            </Button>
          }
        />
      )}
      {questions && questions.length > 0 && <QuestionRows questions={questions} />}
      {data?.pagination && data.pagination.totalCount > 0 && (
        <Pagination pagination={data.pagination} onChange={setPage} />
      )}
    </Page>
  )
}

type Name = (typeof names)[number]

function Filters({
  filters,
  onChange,
}: {
  filters: Partial<Record<Name, string>>
  onChange: (name: Name, value: string) => void
}) {
  const messages = useQuestionBrowserMessages()
  const { difficulty } = useMessages()
  const { data: categories = [] } = useQuery(categoriesQuery)
  const { data: topics = [] } = useQuery(topicsQuery)
  const { data: paths = [] } = useQuery(learningPathsQuery)
  const named = (places: readonly { id: string; name: string; questionCount: number }[]) =>
    places
      .filter(({ questionCount }) => questionCount > 0)
      .map(({ id, name, questionCount }) => ({ value: id, label: messages.counted(name, questionCount) }))
  const offers = [
    { name: 'category', label: messages.category, choices: named(categories) },
    { name: 'topic', label: messages.topic, choices: named(topics) },
    { name: 'learningPath', label: messages.learningPath, choices: named(paths) },
    {
      name: 'difficulty',
      label: messages.difficulty,
      choices: levels.map((level) => ({ value: level, label: difficulty[level] })),
    },
  ] as const
  return (
    <div className={styles.filters}>
      <SearchBox
        label={messages.search}
        value={filters.search ?? ''}
        onSearch={(term) => onChange('search', term)}
      />
      {offers
        .filter(({ choices }) => choices.length > 0)
        .map(({ name, label, choices }) => (
          <SelectField
            key={name}
            label={label}
            value={filters[name] ?? ''}
            onChange={(event) => onChange(name, event.target.value)}
            choices={[{ value: '', label: messages.any }, ...choices]}
          />
        ))}
    </div>
  )
}
