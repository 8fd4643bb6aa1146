import { QUOTAS } from '@rehearse/contracts/quotas'
import type { AnswerKey } from './answer-key.ts'

/** Sections and learning paths that a learner's figures have rows for. */
export interface ClientNames {
  sections: ReadonlySet<string>
  paths: ReadonlySet<string>
}

interface Named {
  section: string | undefined
  learningPath: string | undefined
}

/** Whether an answer names what its question doesn't, so that the learner's names must be known. */
export function namesOfItsOwn({ section, learningPath }: Named, key: AnswerKey): boolean {
  return (
    (section !== undefined && section !== key.category) ||
    (learningPath !== undefined && key.learningPath === null)
  )
}

/**
 * What an answer counts for. Each new name is a row of the learner's figures, so there are only so many: an answer
 * with one more counts for its question's category and for no path, and is never refused for it.
 */
export function withinNames<Answer extends Named>(
  answer: Answer,
  key: AnswerKey,
  { sections, paths }: ClientNames,
): { answer: Answer; names: ClientNames } {
  const { section, learningPath } = answer
  const isNewSection = section !== undefined && section !== key.category && !sections.has(section)
  const isNewPath = learningPath !== undefined && key.learningPath === null && !paths.has(learningPath)
  const hasSection = !isNewSection || sections.size < QUOTAS['section-names'].total
  const hasPath = !isNewPath || paths.size < QUOTAS['path-names'].total
  return {
    answer: {
      ...answer,
      section: hasSection ? section : undefined,
      learningPath: hasPath ? learningPath : undefined,
    },
    names: {
      sections: isNewSection && hasSection ? new Set(sections).add(section) : sections,
      paths: isNewPath && hasPath ? new Set(paths).add(learningPath) : paths,
    },
  }
}
