import { queryOptions } from '@tanstack/react-query'
import { ApiError } from '../../shared/api/api-error.ts'
import { MOCK_LENGTH, RUN_LENGTH } from '../../shared/constants.ts'
import { type Drawing, drawQuestions } from './draw-questions.ts'
import type { RunQuestion } from './graded.ts'
import { hasKey } from './judge-here.ts'
import type { Round } from './round.ts'

/** The questions of one run: of the server, and without it of what this device has kept. */
export const runQuery = (round: Round, seed: string, uid: string | null) =>
  queryOptions({
    queryKey: ['practice', round, seed, uid],
    queryFn: async ({ signal }): Promise<RunQuestion[]> => {
      try {
        const questions = await draw(round, { seed, uid, signal })
        // What can't be kept is practised all the same.
        if (uid !== null) void keep(uid, questions).catch(() => undefined)
        return questions
      } catch (error) {
        if (uid === null || !(error instanceof ApiError) || !error.isTransient) throw error
        const { drawKept } = await import('./draw-kept.ts')
        const kept = await drawKept(uid, round).catch(() => [])
        if (kept.length === 0) throw error
        return kept
      }
    },
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnReconnect: false,
  })

/** What most runs don't need comes when it is needed. */
async function draw(round: Round, drawing: Drawing): Promise<RunQuestion[]> {
  switch (round.mode) {
    case 'free':
      return drawQuestions(round.filters, RUN_LENGTH, drawing)
    case 'mock':
      return drawQuestions(round.filters, MOCK_LENGTH, drawing)
    case 'review':
      return (await import('./draw-mistakes.ts')).drawMistakes(drawing)
    case 'bookmarks':
      return (await import('./draw-bookmarks.ts')).drawBookmarks(drawing)
    case 'one':
      return (await import('./draw-named.ts')).drawNamed([round.questionId ?? ''], drawing)
    case 'guided':
      return (await import('./draw-plan-day.ts')).drawPlanDay(round.planId ?? '', drawing)
  }
}

async function keep(uid: string, questions: readonly RunQuestion[]): Promise<void> {
  const { keepQuestions } = await import('../../shared/offline/kept-questions.ts')
  await keepQuestions(uid, questions.filter(hasKey))
}
