import type { PublicQuestion } from '@rehearse/contracts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AnsweringLearner, startAnswering } from '../support/answering-learner.ts'
import { baseline, cleanClone } from '../support/clean-clone.ts'
import { type CloneProject, cloneProject } from './clone-project.ts'

const minutes = 60_000
const learners = 10
/** Milliseconds between two answers of a learner, to stay below the rate limits. */
const thinking = 200
let project: CloneProject
let present: string
let running: AnsweringLearner[] = []
beforeAll(async () => {
  project = await cloneProject(baseline)
  present = await cleanClone('HEAD')
  await project.compose.up()
  const { url } = project.compose
  const listed = await fetch(`${url}/api/questions/unified?type=multiple-choice&pageSize=20`)
  const { data: questions } = (await listed.json()) as { data: PublicQuestion[] }
  running = await Promise.all(
    Array.from({ length: learners }, () => startAnswering(url, questions, 'UTC', thinking)),
  )
}, 30 * minutes)
afterAll(async () => {
  await Promise.all(running.map((learner) => learner.stop()))
  await project?.remove()
}, 5 * minutes)

/** Resolves when every learner has had this many more answers acknowledged. */
async function expectEveryoneCanPractice(more: number): Promise<void> {
  const before = running.map(({ acknowledged }) => acknowledged)
  const haveMore = () => running.every(({ acknowledged }, n) => acknowledged >= (before[n] ?? 0) + more)
  await expect.poll(haveMore, { timeout: 3 * minutes, interval: 100 }).toBe(true)
}

test('an upgrade from the baseline loses no answer of learners who keep answering', {
  timeout: 30 * minutes,
}, async () => {
  await expectEveryoneCanPractice(5)
  for (const learner of running) learner.takeLongestWait()
  const upgraded = project.compose.from(present)
  await upgraded.up()
  await expectEveryoneCanPractice(5)

  const longest = Math.max(...running.map((learner) => learner.takeLongestWait()))
  const failed = running.reduce((sum, { failures }) => sum + failures, 0)
  await Promise.all(running.map((learner) => learner.stop()))
  const acknowledged = running.map((learner) => learner.acknowledged)
  process.stdout.write(`upgrade: felt for ${Math.round(longest)} ms at most, ${failed} tries failed, `)
  process.stdout.write(`${acknowledged.reduce((sum, count) => sum + count)} answers acknowledged\n`)

  const counted = await Promise.all(running.map((learner) => learner.progress()))
  expect(counted.map(({ totalQuestions }) => totalQuestions)).toEqual(acknowledged)
  const verified = await upgraded.call(
    'exec',
    '-T',
    'progress',
    'node',
    'services/progress/src/ops/run.ts',
    'verify',
  )
  expect(verified).toContain('No difference.')
})
