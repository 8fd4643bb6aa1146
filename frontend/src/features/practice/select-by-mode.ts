import type { LearningPathDetails, PathState, PlanProgress } from '@rehearse/contracts'
import { selectAdaptive, WANTED_CHANCE } from '@rehearse/contracts/adaptive'
import { PAGE_SIZE_MAX } from '@rehearse/contracts/constants'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { bookmarkLists } from '../../shared/account/bookmarks.ts'
import { ApiError } from '../../shared/api/api-error.ts'
import { categoriesQuery, inOwnLanguage } from '../../shared/api/catalog.ts'
import { learnerApi } from '../../shared/api/client.ts'
import { withoutReserved } from '../../shared/api/interview.ts'
import { MOCK_LENGTH, RUN_LENGTH } from '../../shared/constants.ts'
import { cachedQuestions } from '../../shared/offline/offline-database.ts'
import type { RunQuestion } from './grade-locally.ts'
import { readQuestions, type Selection } from './read-questions.ts'
import { selectQuestions } from './select-questions.ts'
import type { Filters, SessionSettings } from './session-settings.ts'

/** The plans that a learner has started. */
export const startedPlansQuery = (uid: string | undefined) =>
  queryOptions({
    queryKey: ['progress', uid ?? null, 'plans'],
    queryFn: async ({ signal }): Promise<PlanProgress[]> =>
      (await learnerApi.get('/api/progress/plans', { signal })).plans,
    enabled: uid !== undefined,
  })

/** How many of today's questions are left in the plan; 0 once the day is done. */
export function remainingToday({ currentDay, days }: PlanProgress): number {
  const today = days.find(({ day }) => day === currentDay)
  return today ? Math.max(0, today.target - today.done) : 0
}

/**
 * Selects questions for a plan's day: from the sections that are next, or in a custom plan from all sections by how far
 * each is from its target. A section with listed questions uses those; other sections select from their category, and a plan without sections from all.
 * A custom plan prefers the chosen difficulty as far as questions exist.
 */
export async function selectPlanDay(planId: string, selection: Selection): Promise<RunQuestion[]> {
  const { plans } = await learnerApi.get('/api/progress/plans', {
    signal: selection.signal,
  })
  const plan = plans.find((one) => one.planId === planId)
  if (!plan) return []
  const count = Math.min(RUN_LENGTH, remainingToday(plan) || RUN_LENGTH)
  const [named, reserved] = await Promise.all([
    namedQuestions(plan, selection.signal),
    selection.reserved?.(),
  ])
  const difficulty = plan.document?.difficulty.toLowerCase()
  if (plan.sections.length === 0) return selectPreferring(difficulty, {}, count, selection)
  const { nextThemes } = await import('../../shared/plan-days.ts')
  const themes = plan.document === null ? nextThemes(plan, count) : []
  const selected = await Promise.all(
    (themes.length > 0 ? themes : shares(plan, count)).map(async ({ id, category, share, done }) => {
      const ids = (named.get(id) ?? []).filter((id) => !reserved?.has(id))
      if (ids.length > 0) return selectByIds(ids.slice(done, done + share), selection)
      return selectPreferring(difficulty, { category: category.toLowerCase() }, share, selection)
    }),
  )
  return fillUp(selected.flat(), count, () => selectPreferring(difficulty, {}, count, selection))
}

/**
 * Removes duplicates and fills up to the promised number: sections may share a category, or have too few questions.
 */
async function fillUp(
  selected: readonly RunQuestion[],
  count: number,
  more: () => Promise<RunQuestion[]>,
): Promise<RunQuestion[]> {
  const distinct = distinctQuestions(selected)
  return distinct.length < count
    ? distinctQuestions([...distinct, ...(await more())]).slice(0, count)
    : distinct
}

const distinctQuestions = (questions: readonly RunQuestion[]): RunQuestion[] => [
  ...new Map(questions.map((question) => [question.id, question])).values(),
]

/** Prefers one difficulty; if it has too few questions, adds others. */
async function selectPreferring(
  difficulty: string | undefined,
  filters: { category?: string },
  count: number,
  selection: Selection,
): Promise<RunQuestion[]> {
  if (difficulty === undefined) return selectQuestions({ filters, count }, selection)
  const fitting = await selectQuestions({ filters: { ...filters, difficulty }, count }, selection)
  if (fitting.length >= count) return fitting
  const known = new Set(fitting.map(({ id }) => id))
  const others = (await selectQuestions({ filters, count }, selection)).filter(({ id }) => !known.has(id))
  return [...fitting, ...others].slice(0, count)
}

/**
 * How many of the next questions each section contributes: proportional to what it has left, at least one while it
 * has any.
 */
function shares({ sections }: PlanProgress, count: number) {
  const open = sections.map((section) => ({ ...section, left: Math.max(0, section.target - section.done) }))
  const left = open.reduce((sum, section) => sum + section.left, 0)
  let given = 0
  return open
    .filter((section) => section.left > 0 || left === 0)
    .map((section, at, all) => {
      const wanted =
        left === 0 ? Math.ceil(count / all.length) : Math.max(1, Math.round((section.left / left) * count))
      const share = at === all.length - 1 ? Math.max(0, count - given) : Math.min(wanted, count - given)
      given += share
      return { ...section, share }
    })
    .filter(({ share }) => share > 0)
}

async function namedQuestions(plan: PlanProgress, signal: AbortSignal) {
  const sections =
    plan.document?.sections ??
    (await learnerApi
      .get(`/api/guided-learning/plans/${plan.planId}`, { signal })
      .then(({ data }) => data.sections))
  return new Map((sections ?? []).map(({ id, questions }) => [id, questions]))
}

/** These questions, in this order, without deleted ones. */
export async function selectByIds(
  ids: readonly string[],
  { uid, signal }: Selection,
): Promise<RunQuestion[]> {
  const replies = await Promise.allSettled(
    ids.map((id) =>
      learnerApi.get(`/api/questions/unified/${id}`, {
        query: { ...inOwnLanguage(), ...(uid !== null && { include: 'answers' }) },
        signal,
      }),
    ),
  )
  const found = replies.flatMap((reply) => (reply.status === 'fulfilled' ? [reply.value.data] : []))
  const failed = replies.find((reply) => reply.status === 'rejected' && !isGone(reply.reason))
  if (found.length === 0 && failed?.status === 'rejected') throw failed.reason
  return found
}

const isGone = (error: unknown) => error instanceof ApiError && error.status === 404

/** Questions whose last answer was incorrect, oldest answers first. */
export async function selectMistakes(selection: Selection): Promise<RunQuestion[]> {
  const { mistakes } = await readMistakes(RUN_LENGTH, selection.signal)
  return selectByIds(
    mistakes.map(({ questionId }) => questionId),
    selection,
  )
}

/** The next questions of a curated list: unanswered ones, then those whose latest answer was incorrect. */
export async function selectList(listId: string, selection: Selection): Promise<RunQuestion[]> {
  const { uid, signal } = selection
  const { data } = await learnerApi.get(`/api/question-lists/${encodeURIComponent(listId)}/questions`, {
    signal,
  })
  const ids = withoutReserved(data, await selection.reserved?.()).map(({ id }) => id)
  const { marks } =
    uid === null || ids.length === 0
      ? { marks: [] }
      : await learnerApi.get('/api/progress/questions', { query: { ids: ids.join(',') }, signal })
  const isCorrect = new Map(marks.map(({ questionId, isCorrect }) => [questionId, isCorrect]))
  const rank = (id: string) => (isCorrect.has(id) ? 1 + Number(isCorrect.get(id)) : 0)
  return selectByIds(ids.toSorted((one, other) => rank(one) - rank(other)).slice(0, RUN_LENGTH), selection)
}

/**
 * The questions of a step, easy ones first: unseen ones, then missed ones; all of them again once all are correct.
 */
export async function selectStep(
  { filters: { learningPath = '' }, stepId }: SessionSettings,
  selection: Selection,
): Promise<RunQuestion[]> {
  const { uid, signal } = selection
  const path = encodeURIComponent(learningPath)
  if (uid === null) {
    const { data } = await learnerApi.call<{ data: LearningPathDetails }>(
      'GET',
      `/api/learning-paths/${path}`,
      { signal },
    )
    return selectByIds(data.steps.find(({ id }) => id === stepId)?.questionIds ?? [], selection)
  }
  const { steps } = await learnerApi.call<PathState>('GET', `/api/progress/paths/${path}`, { signal })
  const questions = steps.find(({ id }) => id === stepId)?.questions ?? []
  const open = (['unseen', 'missed'] as const).flatMap((wanted) =>
    questions.filter(({ state }) => state === wanted),
  )
  return selectByIds(
    (open.length > 0 ? open : questions).map(({ questionId }) => questionId),
    selection,
  )
}

/** What is left of today's questions in the plan up to the learner's interview. */
export async function selectInterviewDay(selection: Selection): Promise<RunQuestion[]> {
  const { interview } = await learnerApi.get('/api/progress/interview', { signal: selection.signal })
  return readQuestions(interview?.today.unseen.slice(0, RUN_LENGTH) ?? [], selection)
}

/** The number of mistakes. */
export const mistakeCountQuery = (uid: string | undefined) =>
  queryOptions({
    queryKey: ['progress', uid ?? null, 'mistakes'],
    queryFn: async ({ signal }) => (await readMistakes(1, signal)).totalCount,
    enabled: uid !== undefined,
  })

const readMistakes = (pageSize: number, signal: AbortSignal) =>
  learnerApi.get('/api/progress/mistakes', { query: { pageSize }, signal })

/**
 * A session of cached questions: by the chances of a correct answer that were downloaded with them, then any others. For
 * a plan's day, mistakes and bookmarks it uses any of them; a session of a single question has that one or none.
 */
export async function selectCached(
  uid: string,
  { mode, filters, questionId }: SessionSettings,
  reserved: ReadonlySet<string>,
  client: QueryClient,
): Promise<RunQuestion[]> {
  // Today's questions of an interview plan are exactly those.
  if (mode === 'interview') return []
  const cached: readonly RunQuestion[] = await cachedQuestions(uid)
  const isInCategory = categoryFilter(filters.category, client.getQueryData(categoriesQuery.queryKey))
  const fitting = shuffled(
    withoutReserved(cached, reserved).filter((question) =>
      mode === 'one' ? questionId?.split(',').includes(question.id) : fits(question, filters, isInCategory),
    ),
  )
  if (mode === 'mock') return fitting.slice(0, MOCK_LENGTH)
  const candidates = fitting.flatMap((question) =>
    mode === 'free' && question.reason
      ? [
          {
            ...{ question, questionId: question.id, topic: question.category },
            // Nothing needs to be measured here.
            ...{ chance: question.reason.chance, error: 0 },
          },
        ]
      : [],
  )
  const wanted = candidates[0]?.question.reason?.wanted ?? WANTED_CHANCE.default / 100
  const selected = selectAdaptive(candidates, { count: RUN_LENGTH, wanted, random: Math.random })
  return distinctQuestions([...selected.map(({ question }) => question), ...fitting]).slice(0, RUN_LENGTH)
}

const fits = (
  question: RunQuestion,
  { learningPath, difficulty }: Filters,
  isInCategory: (name: string) => boolean,
): boolean =>
  (!learningPath || question.learningPath === learningPath) &&
  isInCategory(question.category) &&
  (!difficulty || question.difficulty === difficulty)

/**
 * Filters hold a category's id or name, questions its name. Names can't be told from ids that look like them, so the id
 * is guessed from the name only if the list of categories isn't loaded.
 */
function categoryFilter(
  wanted: string | undefined,
  categories: readonly { id: string; name: string }[] | undefined,
): (name: string) => boolean {
  if (!wanted) return () => true
  const known = categories?.find(({ id }) => id === wanted)?.name ?? wanted
  const isNamed = (name: string) => name.toLowerCase() === known.toLowerCase()
  return categories
    ? isNamed
    : (name) => isNamed(name) || name.toLowerCase().replaceAll(/\W+/g, '-') === wanted
}

const shuffled = <Item>(items: readonly Item[]): Item[] =>
  items
    .map((item) => ({ item, at: Math.random() }))
    .sort((one, other) => one.at - other.at)
    .map(({ item }) => item)

/** Some of the learner's latest hundred bookmarked questions. */
export async function selectBookmarks(selection: Selection): Promise<RunQuestion[]> {
  const { bookmarks } = await readBookmarks(PAGE_SIZE_MAX, selection.signal)
  return selectByIds(
    shuffled(bookmarks)
      .slice(0, RUN_LENGTH)
      .map(({ questionId }) => questionId),
    selection,
  )
}

/** The number of bookmarks. */
export const bookmarkCountQuery = (uid: string | undefined) =>
  queryOptions({
    queryKey: [...bookmarkLists, 'count'],
    queryFn: async ({ signal }) => (await readBookmarks(1, signal)).pagination.totalCount,
    enabled: uid !== undefined,
  })

const readBookmarks = (pageSize: number, signal: AbortSignal) =>
  learnerApi.get('/api/progress/bookmarks', { query: { pageSize }, signal })
