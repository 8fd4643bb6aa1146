import { expect, test } from 'vitest'
import { readChallenges } from './read-challenges.ts'

const { challenges } = readChallenges(new URL('../../services/questions/content/', import.meta.url))
const projects = Map.groupBy(
  challenges.filter(({ project }) => project !== undefined),
  ({ project }) => project?.id ?? '',
)
const stepsOf = (id: string) =>
  (projects.get(id) ?? []).toSorted((one, other) => (one.project?.step ?? 0) - (other.project?.step ?? 0))

test('each project has 3 to 5 steps with one title, numbered from 1', () => {
  for (const id of projects.keys()) {
    const steps = stepsOf(id)
    expect(steps.map(({ project }) => project?.step)).toEqual(steps.map((_, at) => at + 1))
    expect(steps.length, id).toBeGreaterThanOrEqual(3)
    expect(steps.length, id).toBeLessThanOrEqual(5)
    expect(new Set(steps.map(({ project }) => project?.title)).size, id).toBe(1)
  }
})

test('each step of a project starts with the solution of the one before', () => {
  for (const id of projects.keys()) {
    const steps = stepsOf(id)
    for (const [at, step] of steps.slice(1).entries()) {
      const starter = new Map(
        step.files.filter(({ access }) => access === 'editable').map(({ path, text }) => [path, text]),
      )
      for (const { path, text } of steps[at]?.solutionFiles ?? [])
        expect(starter.get(path), `${step.id}: ${path}`).toBe(text)
    }
  }
})
