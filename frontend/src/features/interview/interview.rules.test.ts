import { describe, expect, test } from 'vitest'
import {
  chooseFollowUp,
  keyWords,
  overallScore,
  practiceNext,
  scoreOf,
  secondsLeft,
} from './interview.rules.ts'
import {
  emptyPartResult,
  type Interview,
  lengths,
  type PartKind,
  type PartResult,
  structures,
} from './interview.ts'

const points = [
  { text: 'Says that a task runs to completion on one thread', followUp: 'What happens to a second click?' },
  { text: 'Places rendering after the task and its `microtasks`', followUp: 'When does the page render?' },
  { text: 'Suggests a web worker for heavy computing', followUp: 'What does a worker cost?' },
]
const part = (kind: PartKind, minutes: number, id: string = kind) => ({
  ...{ kind, minutes, id, title: id, content: '', category: 'CSS', model: '', points },
})
const rated = (covered: number[], ...marks: PartResult['marks'][number][]): PartResult => ({
  ...emptyPartResult,
  covered,
  marks,
})
const interview = (...parts: [ReturnType<typeof part>, PartResult][]): Interview => ({
  id: 'i',
  setup: { role: 'frontend', level: 'mid', minutes: 45, readAloud: false, dictate: false },
  startedAt: '2026-11-29T10:00:00.000Z',
  endedAt: '2026-11-29T10:20:00.000Z',
  finishedAt: null,
  parts: parts.map(([one]) => one),
  given: parts.map(([, result]) => result),
  position: parts.length - 1,
})

test.each(lengths)('the parts of %i minutes add up to them', (length) => {
  expect(structures[length].reduce((sum, { count, minutes }) => sum + count * minutes, 0)).toBe(length)
})

describe('the follow-up', () => {
  test('is about the point that the answer says least about', () => {
    const answer =
      'A task runs to completion on the only thread, and rendering comes after tasks and microtasks.'
    expect(chooseFollowUp(answer, points)).toEqual({
      question: 'What does a worker cost?',
      from: 'point',
      about: { point: 2, used: 0, of: 3 },
    })
    const other = 'I would move the heavy computing to a web worker, as tasks run to completion on a thread.'
    expect(chooseFollowUp(other, points)?.question).toBe('When does the page render?')
  })

  test('is the first of equal ones, also without any notes', () => {
    expect(chooseFollowUp('', points)?.about?.point).toBe(0)
  })

  test('is none if no point has one', () => {
    expect(chooseFollowUp('x', [{ text: 'A point', followUp: '' }])).toBeUndefined()
  })

  test('ignores what the candidate does, and forms of a word', () => {
    expect(keyWords('Explains the promise’s callbacks, with `await`')).toEqual([
      'promise',
      'callbacks',
      'await',
    ])
    const [one] = [{ text: 'Names transitions', followUp: 'Which?' }]
    expect(chooseFollowUp('The transition is animated.', [one])?.about).toMatchObject({ used: 1, of: 1 })
  })
})

describe('a score', () => {
  test('is the average of the ticked share and the marks', () => {
    expect(scoreOf(4, rated([0, 1, 2], 4, 1, 1))).toEqual({ checklist: 75, rubric: 33, total: 54 })
    expect(scoreOf(0, rated([], 4, null, 3))).toEqual({ checklist: null, rubric: 83, total: 83 })
    expect(scoreOf(4, rated([0]))).toEqual({ checklist: 25, rubric: null, total: 25 })
    expect(scoreOf(4, rated([], 4, 4, 4)).total).toBe(50)
    expect(scoreOf(4, emptyPartResult).total).toBeNull()
  })

  test('of an interview weighs rated parts by their minutes', () => {
    const given = interview(
      [part('concept', 5), rated([0, 1, 2], 4, 4, 4)],
      [part('design', 15), rated([], 1, 1, 1)],
      [part('behavioral', 20), emptyPartResult],
    )
    expect(overallScore(given, [])).toBe(25)
    expect(overallScore(interview([part('concept', 5), emptyPartResult]), [])).toBeNull()
  })

  test('of a challenge uses the checklist of all challenges', () => {
    expect(
      overallScore(interview([part('coding', 16), rated([4], null, null, null)]), ['a', 'b', 'c', 'd', 'e']),
    ).toBe(20)
  })
})

describe('what to practice next', () => {
  const ids = (given: Interview) => practiceNext(given, []).map((one) => one.part.id)
  const weak = rated([0], 1, 1, 1)
  const strong = rated([0, 1, 2], 4, 4, 4)

  test('is every question below 75 %, weakest first', () => {
    expect(
      ids(
        interview(
          [part('concept', 4), rated([0, 1], 2, 2, 2)],
          [part('coding', 16), rated([], 1, 1, 1)],
          [part('design', 11), strong],
          [part('behavioral', 5), weak],
        ),
      ),
    ).toEqual(['behavioral', 'concept'])
  })

  test('is the challenge if nothing else is weak, and the lowest part if nothing is', () => {
    expect(ids(interview([part('coding', 16), rated([], 1, 1, 1)], [part('design', 11), strong]))).toEqual([
      'coding',
    ])
    expect(
      ids(interview([part('concept', 4), strong], [part('design', 11), rated([0, 1, 2], 4, 4, 3)])),
    ).toEqual(['design'])
    expect(ids(interview([part('concept', 4), emptyPartResult]))).toEqual([])
  })
})

test('the time counts only what was on the screen', () => {
  const given = interview([part('concept', 4), { ...emptyPartResult, seconds: 300 }])
  expect(secondsLeft(given)).toBe(40 * 60)
  expect(secondsLeft(interview([part('concept', 4), { ...emptyPartResult, seconds: 2_760 }]))).toBe(-60)
})
