import { QUESTION_POINTS, QUESTION_TIME_LIMIT } from '@rehearse/contracts/content-limits'
import { newId } from '../../shared/new-id.ts'

export interface FormOption {
  /** The React key. */
  key: string
  text: string
  isCorrect: boolean
}

/** A question of the bulk form, as typed. */
export interface FormQuestion {
  key: string
  title: string
  content: string
  /** `multiple` may have several correct options, `multiple-choice` has one. */
  type: 'multiple-choice' | 'multiple'
  difficulty: 'beginner' | 'intermediate' | 'advanced'
  options: FormOption[]
  explanation: string
}

/** Options of a new question. */
const FIRST_OPTIONS = 4

export const emptyFormOption = (): FormOption => ({ key: newId(), text: '', isCorrect: false })

export const emptyFormQuestion = (): FormQuestion => ({
  key: newId(),
  title: '',
  content: '',
  type: 'multiple-choice',
  difficulty: 'beginner',
  options: Array.from({ length: FIRST_OPTIONS }, emptyFormOption),
  explanation: '',
})

/** Only complete questions are sent. */
export const isComplete = ({ title, content, options }: FormQuestion): boolean =>
  title.trim() !== '' &&
  content.trim() !== '' &&
  options.some(({ text }) => text.trim() !== '') &&
  options.some(({ isCorrect, text }) => isCorrect && text.trim() !== '')

/** On a multiple-choice question, marking an option as correct unmarks the others. */
export function markOption(question: FormQuestion, key: string, isCorrect: boolean): FormQuestion {
  const alone = question.type === 'multiple-choice' && isCorrect
  const options = question.options.map((option) => {
    if (option.key === key) return { ...option, isCorrect }
    return alone ? { ...option, isCorrect: false } : option
  })
  return { ...question, options }
}

/** As a row of the bulk request: the section supplies the taxonomy ids. */
export const toRow = (question: FormQuestion, section: { id: string; name: string } | undefined) => ({
  title: question.title.trim(),
  content: question.content,
  type: question.type,
  difficulty: question.difficulty,
  options: question.options
    .filter(({ text }) => text.trim() !== '')
    .map(({ text, isCorrect }, position) => ({ id: optionLetter(position), text, isCorrect })),
  explanation: question.explanation,
  points: QUESTION_POINTS.bulkDefault,
  timeLimit: QUESTION_TIME_LIMIT.bulkDefault,
  tags: [],
  ...(section && {
    category: section.name,
    subcategory: section.name,
    learningPath: section.id,
    sectionId: section.id,
  }),
})

export const optionLetter = (position: number) => String.fromCharCode(97 + position)
