import type { Progress, ProgressChange, ProgressSummary } from '@rehearse/contracts'
import { PLAN_CACHE_QUESTIONS } from '@rehearse/contracts/constants'
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { PROGRESS_CACHE_AGE, PROGRESS_TIMEOUT, RETRY, STORAGE_KEYS } from '../constants.ts'
import { useLocale } from '../i18n/locale.ts'
import { readJson, storage } from '../storage.ts'
import { showToast } from '../ui/toasts.tsx'
import { ApiError } from './api-error.ts'
import { learnerApi } from './client.ts'
import { useSession } from './session.ts'

/** The learner's progress. A copy on this device that is less than a day old shows first. */
const progressQuery = (uid: string) =>
  queryOptions({
    queryKey: ['progress', uid],
    queryFn: async ({ signal, client, queryKey }): Promise<Progress> => {
      try {
        const { progress } = await learnerApi.get('/api/progress/get', {
          signal,
          timeout: PROGRESS_TIMEOUT,
        })
        saveProgress(progress)
        return progress
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'timeout') throw error
        const { toast, errors } = useLocale.getState().messages
        showToast({ tone: 'warning', title: toast.warning, message: errors.loadingTimeout })
        // Keep the data on the page, with its age.
        if (client.getQueryData(queryKey) !== undefined) throw error
        return noProgress(uid)
      }
    },
    // The timeout's warning shows once.
    retry: (failures, error) =>
      error instanceof ApiError &&
      error.isTransient &&
      error.code !== 'timeout' &&
      failures < RETRY.attempts - 1,
    initialData: () => cachedProgress(uid)?.progress,
    initialDataUpdatedAt: () => cachedProgress(uid)?.savedAt,
    // The copy shows at once but is never fresh: its lists may be older than the answers saved since.
    staleTime: ({ state }) => (state.dataUpdateCount === 0 ? 0 : 30_000),
  })

export function useProgress() {
  const session = useSession()
  return useQuery({ ...progressQuery(session?.uid ?? ''), enabled: session !== null })
}

/**
 * Refetches visible progress when it may have changed in an unknown way.
 * @param summary known already, so that it shows at once
 */
export function refetchProgress(client: QueryClient, uid: string, summary?: ProgressSummary): void {
  if (summary) setSummary(client, summary)
  void client.invalidateQueries({ queryKey: progressQuery(uid).queryKey })
  void client.invalidateQueries({ queryKey: ['dashboard'] })
}

/** Applies the progress returned with a saved answer, so that every view updates at once; lists reload when shown. */
export function updateProgress(client: QueryClient, summary: ProgressSummary): void {
  const { queryKey } = progressQuery(summary.userId)
  const isSet = setSummary(client, summary)
  // A fetch in flight was sent before the answer: refetch.
  const isRead = client.isFetching({ queryKey, exact: true }) > 0
  void client.invalidateQueries({ queryKey, refetchType: isSet && !isRead ? 'none' : 'active' })
  // Today is computed by the server only.
  void client.invalidateQueries({ queryKey: [...queryKey, 'today'] })
  void client.invalidateQueries({ queryKey: ['dashboard'] })
}

/** @returns false before progress has been read, when there is nothing to complete */
function setSummary(client: QueryClient, summary: ProgressSummary): boolean {
  const { queryKey } = progressQuery(summary.userId)
  const before = client.getQueryData(queryKey)
  if (before === undefined) return false
  const achievements = { ...before.achievements, ...summary.achievements }
  const progress = { ...before, ...summary, achievements }
  saveProgress(progress)
  client.setQueryData(queryKey, progress)
  return true
}

/**
 * Counts an answer that the server doesn't have yet, so that progress also moves offline. The server's next response
 * replaces it.
 */
export function countLocally(
  client: QueryClient,
  uid: string,
  answer: { isCorrect: boolean; timeSpent: number; answeredAt: string; planId: string | null },
): void {
  const { queryKey } = progressQuery(uid)
  const before = client.getQueryData(queryKey) ?? cachedProgress(uid)?.progress ?? noProgress(uid)
  const totalQuestions = before.totalQuestions + 1
  const correctAnswers = before.correctAnswers + (answer.isCorrect ? 1 : 0)
  const progress = {
    ...before,
    totalQuestions,
    correctAnswers,
    accuracy: Math.round((correctAnswers / totalQuestions) * 100),
    timeSpent: before.timeSpent + answer.timeSpent,
    lastActivity: answer.answeredAt,
    currentPlan:
      answer.planId === null ? before.currentPlan : advancedPlan(before.currentPlan, answer.planId),
  }
  saveProgress(progress)
  client.setQueryData(queryKey, progress)
}

function advancedPlan(before: Progress['currentPlan'], planId: string): NonNullable<Progress['currentPlan']> {
  const isSame = before?.planId === planId
  const totalQuestions = isSame ? before.totalQuestions : PLAN_CACHE_QUESTIONS
  const questionsCompleted = (isSame ? before.questionsCompleted : 0) + 1
  return {
    planId,
    totalQuestions,
    questionsCompleted,
    progress: Math.round((questionsCompleted / totalQuestions) * 100),
  }
}

/**
 * Applies progress from the live stream. An event for an answer this tab has already saved would set the counters
 * back for a moment, so lower counts are ignored, unless an event takes progress back.
 */
export function applyProgressChange(client: QueryClient, { progress, happened }: ProgressChange): void {
  const before = client.getQueryData(progressQuery(progress.userId).queryKey)
  const tookBack = happened.some((name) => takesBack.has(name))
  if (before && !tookBack && progress.totalQuestions < before.totalQuestions) return
  updateProgress(client, progress)
}

const takesBack: ReadonlySet<string> = new Set(['ProgressReset', 'AnswerRegraded'])

const noProgress = (userId: string): Progress => ({
  userId,
  totalQuestions: 0,
  correctAnswers: 0,
  accuracy: 0,
  timeSpent: 0,
  currentStreak: 0,
  longestStreak: 0,
  streakFreezes: 0,
  lastActivity: null,
  currentPlan: null,
  achievements: { badges: [], milestones: [], totalPoints: 0, level: 1, experience: 0 },
  sectionProgress: [],
  weeklyProgress: [],
  monthlyProgress: [],
  learningPaths: [],
  challenges: { completed: 0, points: 0 },
})

function saveProgress(progress: Progress): void {
  const entry = { progress, savedAt: Date.now() }
  storage.write(STORAGE_KEYS.progress(progress.userId), JSON.stringify(entry))
}

function cachedProgress(uid: string): { progress: Progress; savedAt: number } | undefined {
  const value = readJson(STORAGE_KEYS.progress(uid))
  if (!isEntry(value)) return undefined
  return Date.now() - value.savedAt < PROGRESS_CACHE_AGE ? value : undefined
}

const isEntry = (value: unknown): value is { progress: Progress; savedAt: number } =>
  typeof value === 'object' && value !== null && 'progress' in value && 'savedAt' in value
