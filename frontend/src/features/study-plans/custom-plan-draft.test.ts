import { describe, expect, test } from 'vitest'
import {
  type CustomPlanDraft,
  draftOf,
  minutesOf,
  PARTS_MAX,
  planOf,
  targetsOf,
} from './custom-plan-draft.ts'

const draft = (part: Partial<CustomPlanDraft> = {}): CustomPlanDraft => ({
  name: ' My week ',
  duration: 3,
  dailyQuestions: 12,
  difficulty: 'Advanced',
  categories: [],
  paths: [],
  ...part,
})
const questions = (categories: Record<string, number>) =>
  Object.entries(categories).flatMap(([category, count]) =>
    Array.from({ length: count }, (_, number) => ({ id: `${category}-${number}`, category })),
  )
const stated = (of: CustomPlanDraft, paths: Record<string, ReturnType<typeof questions>> = {}) => ({
  description: '',
  ...planOf(of, new Map(Object.entries(paths)), 'About 20 minutes a day.'),
})

describe('a custom plan', () => {
  test('has the same number of questions each day, and all of them in total', () => {
    expect(targetsOf(draft()).map(({ target }) => target)).toEqual([12, 12, 12])
    expect(stated(draft())).toMatchObject({ name: 'My week', totalQuestions: 36, dailyQuestions: 12 })
    expect(minutesOf(draft(), undefined)).toBe(20)
    expect(minutesOf(draft({ dailyQuestions: 1 }), undefined)).toBe(5)
  })

  test('splits equally among topics and paths, and a path by the categories of its questions', () => {
    const { sections } = stated(draft({ categories: ['CSS', 'C++ & Co'], paths: ['react-mastery'] }), {
      'react-mastery': questions({ JavaScript: 1, React: 3 }),
    })
    expect(sections.map(({ id, category, weight, order }) => ({ id, category, weight, order }))).toEqual([
      { id: 'field-css', category: 'CSS', weight: 1, order: 0 },
      { id: 'field-c-co', category: 'C++ & Co', weight: 1, order: 1 },
      { id: 'path-react-mastery-react', category: 'React', weight: 0.75, order: 2 },
      { id: 'path-react-mastery-javascript', category: 'JavaScript', weight: 0.25, order: 3 },
    ])
    expect(sections[2]?.questions).toEqual(['React-0', 'React-1', 'React-2'])
  })

  test('has no more sections, or questions in one, than the server accepts', () => {
    const many = questions(Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`Field ${at}`, at + 1])))
    const { sections } = stated(draft({ categories: ['CSS'], paths: ['one', 'two'] }), {
      one: many,
      two: questions({ CSS: 500 }),
    })
    expect(sections.length).toBeLessThanOrEqual(PARTS_MAX)
    // The largest ones are included.
    expect(sections.some(({ name }) => name === 'Field 29')).toBe(true)
    expect(sections.at(-1)?.questions).toHaveLength(200)
  })

  test('has a distinct section for each topic, also if their names look alike or have no Latin letters', () => {
    const categories = ['HTML/CSS', 'HTML & CSS', 'الأمان', 'الأداء']
    const of = draft({ name: 'Mine', categories, paths: ['web'] })
    const plan = stated(of, { web: questions({ 'Node.js': 2, 'Node JS': 1, الأمان: 1, الأداء: 1 }) })
    expect(new Set(plan.sections.map(({ id }) => id)).size).toBe(8)
    expect(draftOf(plan, [{ id: 'web' }, { id: 'we' }])).toEqual(of)
  })

  test('is the same draft when edited again', () => {
    const of = draft({ name: 'Mine', categories: ['CSS'], paths: ['react-mastery', 'react-practice'] })
    const plan = stated(of, {
      'react-mastery': questions({ React: 2 }),
      'react-practice': questions({ React: 1, CSS: 1 }),
    })
    const known = ['react', 'react-mastery', 'react-practice'].map((id) => ({ id }))
    expect(draftOf(plan, known)).toEqual(of)
  })
})
