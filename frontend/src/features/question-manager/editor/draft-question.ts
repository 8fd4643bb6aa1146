import type { Question } from '@rehearse/contracts'
import { letterOf, type QuestionDraft, tagsOf } from './question-draft.ts'

const storedDifficulty = { easy: 'beginner', medium: 'intermediate', hard: 'advanced' } as const

/** What the draft would be as a question: for those who look at it, not for the server. */
export function draftQuestion(draft: QuestionDraft, over: Question | undefined): Question {
  const options = draft.options
    .filter((option) => option.text.trim() !== '')
    .map(({ text, isCorrect, feedback }, position) => ({
      id: letterOf(position),
      text,
      isCorrect,
      ...(feedback.trim() !== '' && { feedback }),
    }))
  return {
    ...(over ?? blank),
    title: draft.title.trim(),
    content: draft.content,
    selection: options.length === 0 ? null : draft.selection === 'multiple' ? 'many' : 'one',
    difficulty: storedDifficulty[draft.difficulty],
    options,
    correctAnswers: options.filter((option) => option.isCorrect).map((option) => option.id),
    explanation: draft.explanation,
    category: draft.category,
    learningPath: draft.learningPath || null,
    topic: draft.topic || null,
    tags: tagsOf(draft.tags),
    points: Number(draft.points),
    timeLimit: Number(draft.timeLimit),
    isActive: draft.isActive,
  }
}

const blank: Question = {
  id: 'draft',
  version: 1,
  title: '',
  content: '',
  type: 'multiple-choice',
  selection: 'one',
  difficulty: 'beginner',
  category: '',
  subcategory: null,
  learningPath: null,
  topic: null,
  sectionId: null,
  tags: [],
  points: 1,
  timeLimit: 30,
  isActive: true,
  approved: true,
  audioQuestion: null,
  audioAnswer: null,
  createdAt: '',
  updatedAt: '',
  options: [],
  correctAnswers: [],
  explanation: '',
  createdBy: null,
  usageCount: 0,
}
