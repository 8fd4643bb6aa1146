import type { PrintableQuestion } from '../types.ts'

/** The question as a row: only the fields that a row has, in the order that people read them. */
export function jsonRow(question: PrintableQuestion): Record<string, unknown> {
  return {
    title: question.title,
    content: question.content,
    type: question.type,
    difficulty: question.difficulty,
    options: question.options.map(({ id, text, isCorrect, feedback }) => ({ id, text, isCorrect, feedback })),
    explanation: question.explanation,
    category: question.category,
    subcategory: question.subcategory ?? undefined,
    learningPath: question.learningPath ?? null,
    topic: question.topic ?? null,
    sectionId: question.sectionId ?? undefined,
    tags: question.tags,
    points: question.points,
    timeLimit: question.timeLimit,
    isActive: question.isActive,
    approved: question.approved,
  }
}
