import { queryOptions } from '@tanstack/react-query'
import { ApiError } from '../../shared/api/api-error.ts'
import { readReservedIds } from '../../shared/api/interview.ts'
import { MOCK_LENGTH, RUN_LENGTH } from '../../shared/constants.ts'
import { hasKey, type RunQuestion } from './grade-locally.ts'
import type { Selection } from './read-questions.ts'
import { selectQuestions } from './select-questions.ts'
import type { SessionSettings } from './session-settings.ts'

/** The questions of one session: from the server, or from the cache on this device if the server can't be reached. */
export const runQuery = (settings: SessionSettings, seed: string, uid: string | null) =>
  queryOptions({
    queryKey: ['practice', settings, seed, uid],
    queryFn: async ({ signal, client }): Promise<RunQuestion[]> => {
      const reserved = () => readReservedIds(client, uid)
      try {
        const questions = await select(settings, { seed, uid, signal, reserved })
        // Practice works even if caching fails.
        if (uid !== null) void cache(uid, questions).catch(() => undefined)
        return questions
      } catch (error) {
        if (uid === null || !(error instanceof ApiError) || !error.isTransient) throw error
        const { selectCached } = await import('./select-by-mode.ts')
        const cached = await selectCached(uid, settings, await reserved(), client).catch(() => [])
        if (cached.length === 0) throw error
        return cached
      }
    },
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnReconnect: false,
  })

/** The modes that most sessions don't use load on demand. */
async function select(settings: SessionSettings, selection: Selection): Promise<RunQuestion[]> {
  switch (settings.mode) {
    case 'free':
      return selectQuestions({ filters: settings.filters, count: RUN_LENGTH, mode: 'adaptive' }, selection)
    case 'mock':
      return selectQuestions({ filters: settings.filters, count: MOCK_LENGTH, graded: true }, selection)
    case 'review':
      return (await import('./select-by-mode.ts')).selectMistakes(selection)
    case 'bookmarks':
      return (await import('./select-by-mode.ts')).selectBookmarks(selection)
    case 'one':
      return (await import('./select-by-mode.ts')).selectByIds(
        (settings.questionId ?? '').split(',').slice(0, RUN_LENGTH),
        selection,
      )
    case 'list':
      return (await import('./select-by-mode.ts')).selectList(settings.listId ?? '', selection)
    case 'step':
      return (await import('./select-by-mode.ts')).selectStep(settings, selection)
    case 'guided':
      return (await import('./select-by-mode.ts')).selectPlanDay(settings.planId ?? '', selection)
    case 'interview':
      return (await import('./select-by-mode.ts')).selectInterviewDay(selection)
  }
}

async function cache(uid: string, questions: readonly RunQuestion[]): Promise<void> {
  const { cacheQuestions } = await import('../../shared/offline/offline-database.ts')
  await cacheQuestions(uid, questions.filter(hasKey))
}
