import { answeredQuestion, question as fullQuestion, publicQuestion } from '@rehearse/contracts'
import type { Principal } from '@rehearse/service-kit'
import { describe, expect, test } from 'vitest'
import type { StoredQuestion } from './question.ts'
import { render, viewFor, visibility } from './question-view.ts'

const principal = (role: Principal['role']): Principal => ({ id: 'x', role, sessionId: 's', expiresAt: 0 })

const stored: StoredQuestion = {
  id: '0b8f3b0e-3c4b-4d0e-9d53-0f3a5d1f6a10',
  version: 3,
  title: 'T',
  content: 'C',
  type: 'multiple-choice',
  difficulty: 'beginner',
  options: [
    { id: 'a', text: 'x', isCorrect: true, feedback: 'because' },
    { id: 'b', text: 'y', isCorrect: true },
  ],
  answer: null,
  explanation: 'E',
  category: { id: 'general', name: 'General' },
  subcategory: null,
  learningPath: { id: 'path', name: 'Path' },
  topic: { id: 'topic', name: 'Topic' },
  section: null,
  tags: [],
  points: 5,
  timeLimit: 30,
  isActive: true,
  audioQuestion: null,
  audioAnswer: null,
  createdBy: 'admin_1',
  createdAt: new Date(0),
  updatedAt: new Date(0),
  deletedAt: null,
  usageCount: 9,
  editorial: {
    status: 'approved',
    changedBy: 'reviewer_1',
    changedAt: new Date(0).toISOString(),
    comment: 'for editors only',
    reviewer: 'reviewer_1',
    publishAt: null,
    expiresAt: new Date(0).toISOString(),
  },
}

describe('viewFor', () => {
  test('shows admins everything, learners the key on request, and visitors never the key', () => {
    expect(viewFor(principal('admin'))).toBe('full')
    expect(viewFor(principal('super_admin'), 'answers')).toBe('full')
    expect(viewFor(principal('learner'))).toBe('public')
    expect(viewFor(principal('learner'), 'answers')).toBe('answered')
    expect(viewFor(null)).toBe('public')
    expect(() => viewFor(null, 'answers')).toThrow('Authentication required')
  })
})

test('authors see open questions and their own, reviewers and admins see all', () => {
  expect(visibility(principal('author'))).toEqual({ openOnly: true, author: 'x' })
  for (const role of ['reviewer', 'admin', 'super_admin'] as const) {
    expect(visibility(principal(role))).toEqual({ openOnly: false })
  }
  for (const who of [null, principal('learner'), principal('enrolling_admin')]) {
    expect(visibility(who)).toEqual({ openOnly: true })
  }
})

describe('render', () => {
  test('has exactly the fields of the contract in each view', () => {
    expect(publicQuestion.strict().parse(render(stored, 'public'))).toEqual(render(stored, 'public'))
    expect(answeredQuestion.strict().parse(render(stored, 'answered'))).toEqual(render(stored, 'answered'))
    expect(fullQuestion.strict().parse(render(stored, 'full'))).toEqual(render(stored, 'full'))
  })

  test('shows how many options are correct in the public view, not which', () => {
    const text = JSON.stringify(render(stored, 'public'))
    expect(render(stored, 'public').selection).toBe('many')
    expect(text).not.toMatch(
      /isCorrect|because|explanation|correctAnswers|usageCount|admin_1|reviewer_1|for editors/,
    )
  })
})
