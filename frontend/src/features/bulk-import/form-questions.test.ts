import { describe, expect, test } from 'vitest'
import { emptyFormQuestion, type FormQuestion, isComplete, markOption, toRow } from './form-questions.ts'

function filled(part: Partial<FormQuestion> = {}): FormQuestion {
  const question = emptyFormQuestion()
  const options = question.options.map((option, position) => ({
    ...option,
    text: ['one', 'two', '', ''][position] ?? '',
    isCorrect: position === 0,
  }))
  return { ...question, title: 'A title', content: 'A content', options, ...part }
}

describe('a question of the bulk form', () => {
  test('starts with four options, at beginner level', () => {
    const { options, difficulty } = emptyFormQuestion()
    expect(options).toHaveLength(4)
    expect(difficulty).toBe('beginner')
  })

  test('is complete with a title, a content, an option and a correct one', () => {
    expect(isComplete(filled())).toBe(true)
    expect(isComplete(filled({ title: ' ' }))).toBe(false)
    expect(isComplete(filled({ content: '' }))).toBe(false)
    expect(isComplete(filled({ options: filled().options.map((one) => ({ ...one, text: '' })) }))).toBe(false)
    const wrong = filled().options.map((one) => ({ ...one, isCorrect: false }))
    expect(isComplete(filled({ options: wrong }))).toBe(false)
  })

  test('has one correct option, unless it allows several', () => {
    const marks = (question: FormQuestion) => question.options.map(({ isCorrect }) => isCorrect)
    const second = filled().options[1]?.key ?? ''
    const single = filled()
    const multiple = filled({ type: 'multiple' })
    expect(marks(markOption(single, single.options[1]?.key ?? second, true))).toEqual([
      false,
      true,
      false,
      false,
    ])
    expect(marks(markOption(multiple, multiple.options[1]?.key ?? second, true))).toEqual([
      true,
      true,
      false,
      false,
    ])
  })

  test('is sent with the defaults and the ids of its section', () => {
    expect(toRow(filled(), { id: 'general-questions', name: 'General Questions' })).toMatchObject({
      points: 1,
      timeLimit: 60,
      tags: [],
      category: 'General Questions',
      subcategory: 'General Questions',
      learningPath: 'general-questions',
      sectionId: 'general-questions',
      options: [
        { id: 'a', text: 'one', isCorrect: true },
        { id: 'b', text: 'two', isCorrect: false },
      ],
    })
  })
})
