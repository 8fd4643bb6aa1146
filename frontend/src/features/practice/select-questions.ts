import { inOwnLanguage } from '../../shared/api/catalogue.ts'
import { learnerApi } from '../../shared/api/client.ts'
import { newId } from '../../shared/new-id.ts'
import type { RunQuestion } from './grade-locally.ts'

export interface Selection {
  seed: string
  /** Null for a visitor, who gets no keys. */
  uid: string | null
  signal: AbortSignal
}

/** Questions picked by the server. The same seed selects the same questions, so a reload shows the same run. */
export async function selectQuestions(
  filters: Partial<Record<string, string>>,
  count: number,
  { seed, uid, signal }: Selection,
): Promise<RunQuestion[]> {
  const reply = await learnerApi.get('/api/questions/unified', {
    query: {
      ...filters,
      ...inOwnLanguage(),
      random: true,
      count,
      seed,
      ...(uid !== null && { include: 'answers' }),
    },
    signal,
  })
  return reply.data
}

/**
 * The seed that `boot.js` requested the first questions with, if the visit started on this page. Prerendering has no
 * document.
 */
export const firstSeed = (): string => globalThis.document?.documentElement.dataset.seed ?? newId()

/** The seed is good for the first run only. */
export function forgetFirstSeed(): void {
  delete document.documentElement.dataset.seed
}
