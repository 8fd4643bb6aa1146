import type { Pagination as PageInfo, PublicQuestion } from '@rehearse/contracts'
import { PAGE_SIZE_MAX } from '@rehearse/contracts/constants'
import { keepPreviousData, type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import {
  categoriesQuery,
  inOwnLanguage,
  learningPathsQuery,
  questionStatsQuery,
  topicsQuery,
} from '../../shared/api/catalog.ts'
import { learnerApi } from '../../shared/api/client.ts'
import { useReservedIds, withoutReserved } from '../../shared/api/interview.ts'
import { useSession } from '../../shared/api/session.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { Button } from '../../shared/ui/button.tsx'
import { EmptyState } from '../../shared/ui/empty-state.tsx'
import { SelectField } from '../../shared/ui/fields.tsx'
import { FilterChips } from '../../shared/ui/filter-chips.tsx'
import { Loading } from '../../shared/ui/load-failed.tsx'
import { Page } from '../../shared/ui/page.tsx'
import { Pagination, pagesOf } from '../../shared/ui/pagination.tsx'
import { SearchBox } from '../../shared/ui/search-box.tsx'
import { useUrlPages } from '../../shared/ui/use-url-filters.ts'
import { useQuestionBrowserMessages } from './messages.en.ts'
import styles from './question-browser.module.css'
import { QuestionRows } from './question-rows.tsx'

const names = ['search', 'category', 'topic', 'learningPath', 'difficulty', 'status'] as const
const levels = ['beginner', 'intermediate', 'advanced'] as const
const statuses = ['unseen', 'missed', 'correct'] as const

/** Every question, with search and filters. */
export function AllQuestions() {
  const messages = useQuestionBrowserMessages()
  const { filters, page, pageSize, setFilter, setPage, clear } = useUrlPages(names)
  const uid = useSession()?.uid
  const query = useQuery({
    queryKey: [
      ...(filters.status ? ['progress', uid] : ['catalogue']),
      'all-questions',
      filters,
      page,
      pageSize,
    ],
    queryFn: ({ client, signal }) => {
      const { status, ...others } = filters
      const wanted = statuses.find((one) => one === status)
      if (!wanted || uid === undefined) return readPage(others, { page, pageSize }, signal)
      return others.search || others.topic
        ? readMatchesWithStatus(client, uid, wanted, others, { page, pageSize })
        : readWithStatus(wanted, others, { page, pageSize }, signal)
    },
    placeholderData: keepPreviousData,
  })
  const { data } = query
  const reserved = useReservedIds()
  const questions = data && reserved && withoutReserved(data.data, reserved)
  return (
    <Page title={messages.allTitle} lead={messages.allLead}>
      <FilterFields filters={filters} onChange={setFilter} />
      {reserved !== undefined && reserved.size > 0 && (
        <p className={styles.text}>{messages.reserved(reserved.size)}</p>
      )}
      <Loading query={{ ...query, data: questions }} heights={[4, 4, 4, 4, 4]} />
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
      {data?.pagination && data.pagination.totalPages > (questions?.length === 0 ? 1 : 0) && (
        <Pagination pagination={data.pagination} onChange={setPage} />
      )}
    </Page>
  )
}

type Name = (typeof names)[number]
type Filters = Partial<Record<Exclude<Name, 'status'>, string>>
interface Place {
  page: number
  pageSize: number
}

interface Listed {
  data: readonly PublicQuestion[]
  pagination?: PageInfo | undefined
}

function readPage(filters: Filters, place: Place, signal: AbortSignal): Promise<Listed> {
  const query = { ...filters, ...place, ...inOwnLanguage() }
  // A search has its own order: best match first.
  return filters.search
    ? learnerApi.get('/api/questions/unified/search', { query: { ...query, search: filters.search }, signal })
    : learnerApi.get('/api/questions/unified', {
        query: { ...query, orderBy: 'order', orderDirection: 'asc' },
        signal,
      })
}

/** Filters by how the learner last answered, which only the progress service knows. */
async function readWithStatus(
  status: (typeof statuses)[number],
  filters: Omit<Filters, 'search' | 'topic'>,
  place: Place,
  signal: AbortSignal,
): Promise<Listed> {
  const { questionIds, pagination } = await learnerApi.get('/api/progress/questions/by-status', {
    query: { ...filters, ...place, status },
    signal,
  })
  if (questionIds.length === 0) return { data: [], pagination }
  const { data } = await learnerApi.get('/api/questions/unified', {
    query: {
      ids: questionIds.join(','),
      pageSize: questionIds.length,
      includePagination: false,
      ...inOwnLanguage(),
    },
    signal,
  })
  return { data: questionIds.flatMap((id) => data.find((question) => question.id === id) ?? []), pagination }
}

/**
 * The progress service knows no texts or topics: with a search or a topic, all matches are loaded and then filtered,
 * once for all pages of the result.
 */
async function readMatchesWithStatus(
  client: QueryClient,
  uid: string,
  status: (typeof statuses)[number],
  filters: Filters,
  { page, pageSize }: Place,
): Promise<Listed> {
  const marked = await client.fetchQuery({
    queryKey: ['progress', uid, 'marked-matches', filters],
    queryFn: async ({ signal }) => {
      const first = await readMarkedPage(filters, 1, signal)
      const others = Array.from({ length: first.totalPages - 1 }, (_, at) => at + 2)
      const rest = await Promise.all(others.map((number) => readMarkedPage(filters, number, signal)))
      return [first, ...rest].flatMap(({ questions }) => questions)
    },
    staleTime: 60_000,
  })
  const wanted = { unseen: undefined, missed: false, correct: true }[status]
  const found = marked.filter(({ isCorrect }) => isCorrect === wanted)
  return {
    data: found.slice((page - 1) * pageSize, page * pageSize).map(({ question }) => question),
    pagination: pagesOf(found.length, { page, pageSize }),
  }
}

async function readMarkedPage(filters: Filters, page: number, signal: AbortSignal) {
  const { data, pagination } = await readPage(filters, { page, pageSize: PAGE_SIZE_MAX }, signal)
  const ids = data.map(({ id }) => id).join(',')
  const { marks } =
    ids === '' ? { marks: [] } : await learnerApi.get('/api/progress/questions', { query: { ids }, signal })
  const correct = new Map(marks.map(({ questionId, isCorrect }) => [questionId, isCorrect]))
  return {
    questions: data.map((question) => ({ question, isCorrect: correct.get(question.id) })),
    totalPages: pagination?.totalPages ?? 1,
  }
}

function FilterFields({
  filters,
  onChange,
}: {
  filters: Partial<Record<Name, string>>
  onChange: (name: Name, value: string) => void
}) {
  const messages = useQuestionBrowserMessages()
  const { difficulty } = useMessages()
  const uid = useSession()?.uid
  const { data: categories } = useQuery(categoriesQuery)
  const { data: topics } = useQuery(topicsQuery)
  const { data: paths } = useQuery(learningPathsQuery)
  const { data: stats } = useQuery(questionStatsQuery)
  const { data: statusCounts } = useQuery({ ...statusCountsQuery(uid ?? ''), enabled: uid !== undefined })
  const filled = <Place extends { questionCount: number }>(places: readonly Place[] | undefined) =>
    places?.filter(({ questionCount }) => questionCount > 0)
  const chips = [
    {
      name: 'status',
      label: messages.status,
      // Answer status exists for signed-in learners only.
      choices: uid
        ? statuses.map((value) => ({ value, label: messages.statuses[value], count: statusCounts?.[value] }))
        : [],
    },
    {
      name: 'difficulty',
      label: messages.difficulty,
      choices: levels.map((value) => ({
        value,
        label: difficulty[value],
        count: stats?.questionsByDifficulty[value],
      })),
    },
    {
      name: 'category',
      label: messages.category,
      choices:
        filled(categories)?.map(({ id, name, questionCount }) => ({
          value: id,
          label: name,
          count: questionCount,
        })) ?? [],
    },
  ] as const
  // Too many choices to have in sight.
  const selects = [
    { name: 'topic', label: messages.topic, places: filled(topics) },
    { name: 'learningPath', label: messages.learningPath, places: filled(paths) },
  ] as const
  return (
    <div className={styles.filters}>
      <SearchBox
        label={messages.search}
        value={filters.search ?? ''}
        onSearch={(term) => onChange('search', term)}
      />
      {chips
        .filter(({ choices }) => choices.length > 0)
        .map(({ name, label, choices }) => (
          <FilterChips
            key={name}
            label={label}
            all={messages.any}
            value={filters[name] ?? ''}
            choices={choices}
            onChange={(value) => onChange(name, value)}
          />
        ))}
      {selects
        // What is still loading keeps its place.
        .filter(({ places }) => places?.length !== 0)
        .map(({ name, label, places = [] }) => (
          <SelectField
            key={name}
            label={label}
            value={filters[name] ?? ''}
            onChange={(event) => onChange(name, event.target.value)}
            choices={[
              { value: '', label: messages.any },
              ...places.map(({ id, name, questionCount }) => ({
                value: id,
                label: messages.counted(name, questionCount),
              })),
            ]}
          />
        ))}
    </div>
  )
}

/** How many questions the learner has in each answer status. */
const statusCountsQuery = (uid: string) =>
  queryOptions({
    queryKey: ['progress', uid, 'status-counts'],
    queryFn: async ({ signal }) => {
      const counts = await Promise.all(
        statuses.map(async (status) => {
          const { pagination } = await learnerApi.get('/api/progress/questions/by-status', {
            query: { status, page: 1, pageSize: 1 },
            signal,
          })
          return [status, pagination.totalCount] as const
        }),
      )
      return Object.fromEntries(counts) as Record<(typeof statuses)[number], number>
    },
  })
