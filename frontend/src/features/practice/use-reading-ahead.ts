import { useEffect } from 'react'
import { parse } from '../../shared/ui/markdown/markdown.tsx'
import { whenIdle } from '../../shared/when-idle.ts'
import type { RunQuestion } from './graded.ts'
import { feedbackOf, hasKey } from './judge-here.ts'

/** Reads what the result will say while the learner thinks, so that it is there as soon as it is asked for. */
export function useReadingAhead(question: RunQuestion): void {
  useEffect(() => {
    if (!hasKey(question)) return
    return whenIdle(() => [question.explanation, ...feedbackOf(question).values()].map(parse))
  }, [question])
}
