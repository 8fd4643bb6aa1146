import type {
  BulkActionInput,
  Pagination,
  Question,
  questionHistoryReply,
  questionListReply,
  questionWrittenReply,
} from '@rehearse/contracts'
import { PAGE_MAX, PAGE_SIZE_DEFAULT } from '@rehearse/contracts/constants'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { adminApi, type Query } from '../../shared/api/client.ts'
import type { Reply } from '../../shared/api/reply.ts'
import { IMPORT_TIMEOUT } from '../../shared/constants.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { newId } from '../../shared/new-id.ts'
import { printSort, readSort, type Sort } from '../../shared/ui/list-table.tsx'
import { showToast } from '../../shared/ui/toasts.tsx'
import { useUrlFilters } from '../../shared/ui/use-url-filters.ts'
import type { QuestionBody, QuestionDraft } from './question-draft.ts'

export interface QuestionPage {
  questions: Question[]
  pagination: Pagination
  /** False if a search matches more questions than were ranked. */
  complete: boolean
}

export const questionsKey = ['admin', 'data', 'questions']

/** One page of questions with their keys, for admins. */
export const questionPageQuery = (filters: ListFilters) =>
  queryOptions({
    queryKey: [...questionsKey, filters],
    queryFn: async ({ signal }): Promise<QuestionPage> => {
      const { page, pageSize, sort, ...rest } = filters
      if (sort.by === 'relevance' && rest.search) {
        const query = { ...filterQuery(rest), search: rest.search, page, pageSize }
        const { data, ...found } = await adminApi.get('/api/questions/unified/search', { query, signal })
        return { questions: data.filter(hasKey), pagination: found.pagination, complete: found.complete }
      }
      const reply = await adminApi.get('/api/questions/unified', {
        query: {
          ...filterQuery(rest),
          page,
          pageSize,
          orderBy: sort.by === 'relevance' ? newestFirst.by : sort.by,
          orderDirection: sort.direction,
          includePagination: true,
        },
        signal,
      })
      const totalCount = reply.data.length
      return {
        questions: reply.data.filter(hasKey),
        complete: true,
        pagination: reply.pagination ?? {
          page,
          pageSize,
          totalCount,
          totalPages: 1,
          hasNext: false,
          hasPrev: false,
        },
      }
    },
    placeholderData: keepPreviousData,
  })

/** contracts' `contentStatus`, repeated because importing it would bring the schemas into the bundle. */
export const contentStatuses = ['draft', 'in-review', 'scheduled', 'approved', 'archived'] as const

/** The filters as query parameters. */
export function filterQuery({ status, ...rest }: QuestionFilters): Query {
  if (status === 'unapproved') return { ...rest, approved: false }
  if (contentStatuses.some((name) => name === status)) return { ...rest, status }
  if (status === 'active') return { ...rest, isActive: true }
  return status === 'inactive' ? { ...rest, isActive: false } : rest
}

/** The response type depends on the caller: for an admin every question has its key. */
const hasKey = <Some extends Reply<typeof questionListReply>['data'][number]>(
  question: Some,
): question is Some & Question => 'usageCount' in question

/** The current version of a question, with its key. */
export async function readQuestion(id: string, signal?: AbortSignal): Promise<Question> {
  const { data } = await adminApi.get(`/api/questions/unified/${id}`, { signal })
  if (!hasKey(data)) throw new Error('the server took an admin for somebody else')
  return data
}

export type Version = Reply<typeof questionHistoryReply>['data'][number]

const PAGE = 50

/** One page of the versions of a question, newest first. */
export async function readVersions(id: string, page: number, signal?: AbortSignal) {
  const { data, pagination } = await adminApi.get(`/api/questions/unified/${id}/history`, {
    query: { page, pageSize: PAGE },
    signal,
  })
  return { versions: data, next: pagination.hasNext ? page + 1 : null }
}

/** All questions that match the filters, for a bulk action on them. */
export async function selectMatching(filters: QuestionFilters) {
  const query = filterQuery(filters)
  const { data } = await adminApi.get('/api/questions/unified/selection', { query, timeout: IMPORT_TIMEOUT })
  // The values of the form are those of the API.
  const filter = query as NonNullable<Chosen['matching']>['filter']
  return { count: data.count, matching: { filter, digest: data.digest } }
}

/** What a bulk action would change. */
export const bulkPreviewQuery = (chosen: Chosen, action: BulkAction) =>
  queryOptions({
    queryKey: [...questionsKey, 'preview', chosen, action],
    queryFn: async ({ signal }) =>
      (
        await adminApi.post('/api/questions/unified/bulk/preview', {
          body: { ...action, ...chosen },
          signal,
          timeout: IMPORT_TIMEOUT,
        })
      ).data,
  })

/** Questions with the same title, content and options, by the rule of imports. */
export const duplicatesQuery = (question: Pick<QuestionDraft, 'title' | 'content'> & { options: string[] }) =>
  queryOptions({
    queryKey: [...questionsKey, 'duplicates', question],
    queryFn: async ({ signal }) => {
      const { title, content, options } = question
      const body = { title, content, options: options.map((text) => ({ text })) }
      return (await adminApi.post('/api/questions/unified/duplicates', { body, signal })).data
    },
  })

/** Create, update, delete. An update carries the version it was based on, so that no concurrent edit is lost. */
export function useQuestionWrites() {
  const queryClient = useQueryClient()
  const { toast, errors } = useMessages()
  const changed = (message: string) => {
    showToast({ tone: 'success', title: toast.success, message: errors.serverText(message) })
    void queryClient.invalidateQueries({ queryKey: questionsKey })
    void queryClient.invalidateQueries({ queryKey: ['admin', 'data', 'reviews'] })
    void queryClient.invalidateQueries({ queryKey: ['catalogue'] })
  }
  const create = useMutation({
    // The same endpoint also imports many: for one question it returns that question.
    mutationFn: async ({ body, key }: { body: QuestionBody & WithStatus; key: string }) =>
      (await adminApi.post('/api/questions/unified', {
        body: { ...body, learningPath: body.learningPath ?? undefined, topic: body.topic ?? undefined },
        headers: { 'idempotency-key': key },
      })) as Reply<typeof questionWrittenReply>,
    onSuccess: (reply) => changed(reply.message),
  })
  const update = useMutation({
    mutationFn: ({
      question,
      body,
      key,
    }: {
      question: Versioned
      body: Partial<QuestionBody> & WithStatus
      key: string
    }) =>
      adminApi.put(`/api/questions/unified/${question.id}`, {
        body,
        headers: { 'if-match': versionTag(question), 'idempotency-key': key },
      }),
    onSuccess: (reply) => changed(reply.message),
  })
  /** The copy isn't approved, so learners don't see it yet. */
  const copy = useMutation({
    mutationFn: ({ id }: Question) =>
      adminApi.post(`/api/questions/unified/${id}/copy`, { headers: { 'idempotency-key': newId() } }),
    onSuccess: (reply) => changed(reply.message),
  })
  const remove = useMutation({
    mutationFn: (question: Question) =>
      adminApi.delete(`/api/questions/unified/${question.id}`, {
        headers: { 'idempotency-key': newId() },
      }),
    onSuccess: (reply) => changed(reply.message),
  })
  return { create, copy, update, remove }
}

/** The status to save it with; without it, a new question gets the usual one of the role, an old one keeps its own. */
interface WithStatus {
  status?: 'draft' | 'in-review' | undefined
}

type Versioned = Pick<Question, 'id' | 'version'>

/** The part of a question's ETag that names its version. */
export const versionTag = ({ version }: Pick<Question, 'version'>) => `"v${version}"`

/** A bulk action without its questions. */
export type BulkAction = BulkActionInput extends infer Input
  ? Input extends unknown
    ? Omit<Input, 'ids' | 'matching'>
    : never
  : never

/** The questions of a bulk action. */
export type Chosen = Pick<BulkActionInput, 'ids' | 'matching'>

const reasonsShown = 3

/** The last change and how to undo it: as a batch, or by restoring one question. */
export interface LastChange {
  deleted: boolean
  changed: number
  notChanged: number
  /** Why questions could not be changed. */
  reasons?: string[]
  undo: { batchId: string } | { restore: string }
}

/** Applies the same change to many questions, and undoes the last change. */
export function useBulkActions() {
  const queryClient = useQueryClient()
  const refresh = async () => {
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: questionsKey }),
      queryClient.invalidateQueries({ queryKey: ['catalogue'] }),
    ])
  }
  const apply = useMutation({
    mutationFn: async ({ chosen, action }: { chosen: Chosen; action: BulkAction }) => {
      const { data } = await adminApi.post('/api/questions/unified/bulk', {
        body: { ...action, ...chosen },
        headers: { 'idempotency-key': newId() },
        timeout: IMPORT_TIMEOUT,
      })
      const change: LastChange = {
        deleted: action.action === 'delete',
        changed: data.changed,
        notChanged: data.total - data.changed,
        reasons: [...new Set(data.results.flatMap(({ error }) => error ?? []))].slice(0, reasonsShown),
        undo: { batchId: data.batchId },
      }
      return change
    },
    onSettled: refresh,
  })
  const undo = useMutation({
    mutationFn: async ({ undo: how }: LastChange): Promise<{ reverted: number; kept: number }> => {
      if ('restore' in how) {
        await adminApi.post(`/api/questions/unified/${how.restore}/restore`)
        return { reverted: 1, kept: 0 }
      }
      const { data } = await adminApi.delete(`/api/questions/bulk/${how.batchId}`, {
        timeout: IMPORT_TIMEOUT,
      })
      return { reverted: data.reverted, kept: data.kept.length }
    },
    onSettled: refresh,
  })
  return { apply, undo }
}

export const filterNames = [
  'search',
  'category',
  'difficulty',
  'learningPath',
  'topic',
  'sectionId',
  'status',
] as const

export type QuestionFilters = Partial<Record<(typeof filterNames)[number], string>>
const sortColumns = [
  'relevance',
  'title',
  'status',
  'category',
  'difficulty',
  'learningPath',
  'points',
  'type',
  'usageCount',
  'attempts',
  'facility',
  'discrimination',
  'updatedAt',
  'createdAt',
] as const
export type SortColumn = (typeof sortColumns)[number]
type ListFilters = QuestionFilters & { page: number; pageSize: number; sort: Sort<SortColumn> }

const newestFirst: Sort<SortColumn> = { by: 'createdAt', direction: 'desc' }

/** The default order: best match first when searching, else newest first. */
export const usualSort = ({ search }: QuestionFilters): Sort<SortColumn> =>
  search ? { by: 'relevance', direction: 'desc' } : newestFirst

/** The filters and order of the list, in the URL. Changing one returns to page 1. */
export function useListFilters() {
  const { filters: chosen, write } = useUrlFilters(filterNames)
  const [search] = useSearchParams()
  const sort = readSort(search.get('sort'), sortColumns, usualSort(chosen))
  const filters: ListFilters = {
    ...chosen,
    page: positive(search.get('page'), 1),
    pageSize: positive(search.get('pageSize'), PAGE_SIZE_DEFAULT),
    // Without a search there is no relevance.
    sort: sort.by === 'relevance' ? usualSort(chosen) : sort,
  }
  const noFilters = Object.fromEntries(filterNames.map((name) => [name, '']))
  const sortText = printSort(filters.sort, usualSort(chosen))
  return {
    filters,
    /** The filters and the order as in the URL, to be saved … */
    parameters: { ...chosen, ...(sortText && { sort: sortText }) } as Readonly<Record<string, string>>,
    /** … and to be applied again. */
    setParameters: (saved: Readonly<Record<string, string>>) => {
      const next: QuestionFilters = {}
      for (const name of filterNames) if (saved[name]) next[name] = saved[name]
      const order = readSort(saved.sort, sortColumns, usualSort(next))
      write({ ...noFilters, ...next, sort: printSort(order, usualSort(next)), page: '' })
    },
    setFilters: (next: QuestionFilters) => write({ ...noFilters, ...next, page: '' }),
    setSort: (order: Sort<SortColumn>) => write({ sort: printSort(order, usualSort(chosen)), page: '' }),
    setPage: ({ page, pageSize }: { page: number; pageSize: number }) =>
      write({
        page: page === 1 ? '' : String(page),
        pageSize: pageSize === PAGE_SIZE_DEFAULT ? '' : String(pageSize),
      }),
  }
}

function positive(text: string | null, fallback: number): number {
  const number = Number(text)
  return Number.isInteger(number) && number > 0 ? Math.min(number, PAGE_MAX) : fallback
}
