import type { Question } from '@rehearse/contracts'
import type { ReactNode } from 'react'

/** Shows a question as a learner would see it. */
export type Preview = (question: Question) => ReactNode
