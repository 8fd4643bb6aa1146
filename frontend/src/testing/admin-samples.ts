import type { Question } from '@rehearse/contracts'
import { sampleQuestion } from './samples.ts'

/** A question as admins get it, including the key. */
export const sampleFullQuestion = (part: Partial<Question> = {}): Question => ({
  ...sampleQuestion(),
  options: [
    { id: 'a', text: '0 1 2 3', isCorrect: false },
    { id: 'b', text: '4 4 4 4', isCorrect: true },
  ],
  correctAnswers: ['b'],
  explanation: 'One variable for all of them.',
  createdBy: 'admin_1',
  usageCount: 12,
  status: part.approved === false ? 'draft' : 'approved',
  statusChangedBy: null,
  statusChangedAt: null,
  statusComment: null,
  reviewer: null,
  publishAt: null,
  expiresAt: null,
  ...part,
})
