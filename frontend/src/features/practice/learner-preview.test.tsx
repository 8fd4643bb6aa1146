import type { Question } from '@rehearse/contracts'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { sampleFullQuestion } from '../../testing/admin-samples.ts'
import { renderAt } from '../../testing/render-app.tsx'
import { LearnerPreview } from './learner-preview.tsx'

const preview = (part: Partial<Question>) => {
  const question: Question = {
    ...sampleFullQuestion(),
    correctAnswers: ['b'],
    explanation: 'One variable for all four.',
    createdBy: null,
    usageCount: 0,
    options: [
      { id: 'a', text: '0 1 2 3', isCorrect: false },
      { id: 'b', text: '4 4 4 4', isCorrect: true },
    ],
    ...part,
  }
  return renderAt('/admin/questions/unified', <LearnerPreview question={question} />)
}

test('a question with options is answered and graded', async () => {
  const { user } = preview({})
  await user.click(screen.getByRole('radio', { name: /4 4 4 4/ }))
  await user.click(screen.getByRole('button', { name: /^Check answer/ }))
  expect(screen.getByText('One variable for all four.')).toBeDefined()
})

test.each(['open-ended', 'code'] as const)(
  'one that is %s is answered in words and compared',
  async (type) => {
    const { user } = preview({ type, selection: null, options: [], correctAnswers: [] })
    expect(screen.queryByRole('button', { name: /^Check answer/ })).toBeNull()
    await user.type(await screen.findByRole('textbox', { name: /Your answer/i }), 'The same variable.')
    await user.click(screen.getByRole('button', { name: 'Show the model answer' }))
    expect(screen.getByText('One variable for all four.')).toBeDefined()
    expect(JSON.stringify(localStorage)).not.toContain('The same variable.')
  },
)

test('a question whose options are not written yet has no button to check it', () => {
  preview({ options: [], correctAnswers: [] })
  expect(screen.queryByRole('button')).toBeNull()
})
