import type { PublicQuestion } from '@rehearse/contracts'
import { expect } from 'vitest'
import { type AnsweringLearner, startAnswering } from '../support/answering-learner.ts'
import { differences, findUnconsumedMessages, publishedAnswers } from '../support/log-and-streams.ts'

/** Timeout in milliseconds. */
export const patience = 90_000

/** Learners who answer without pause, and what they notice. */
export interface LearnerGroup {
  readonly learners: readonly AnsweringLearner[]
  /**
   * Runs a disturbance, waits until every learner makes progress again, and prints the longest wait of anyone.
   * @returns how many tries failed, and with which responses
   */
  disturbed(what: string, disturb: () => Promise<void>): Promise<{ failed: number; heard: string[] }>
  /** Resolves when every learner has had more answers acknowledged. */
  getsOn(what: string): Promise<void>
  /**
   * Stops answering and checks that every acknowledged answer counts exactly once: in the log, on NATS, and in all
   * stats.
   */
  expectCountedOnce(natsUrl: string, postgresUrl: string): Promise<void>
  stop(): Promise<void>
}

/**
 * @param zones assigned in turn; UTC by default
 * @param thinking milliseconds between two answers of a learner
 */
export async function startLearnerGroup(
  door: () => string,
  size: number,
  zones: readonly string[] = ['UTC'],
  thinking = 0,
): Promise<LearnerGroup> {
  const listed = await fetch(`${door()}/api/questions/unified?type=multiple-choice&pageSize=20`)
  const { data: questions } = (await listed.json()) as { data: PublicQuestion[] }
  const learners = await Promise.all(
    Array.from({ length: size }, (_, n) =>
      startAnswering(door, questions, zones[n % zones.length], thinking),
    ),
  )
  const stop = async () => {
    await Promise.all(learners.map((learner) => learner.stop()))
  }
  const getsOn = async (what: string) => {
    const acknowledged = learners.map((learner) => learner.acknowledged)
    const allContinued = () =>
      learners.every((learner, n) => learner.acknowledged >= (acknowledged[n] ?? 0) + 3)
    await expect.poll(allContinued, { timeout: patience, interval: 50, message: `after ${what}` }).toBe(true)
  }
  return {
    learners,
    stop,
    getsOn,
    disturbed: async (what, disturb) => {
      for (const learner of learners) learner.takeLongestWait()
      const before = heardBy(learners)
      const messageCounts = () =>
        [...heardBy(learners)]
          .map(([text, count]) => [text, count - (before.get(text) ?? 0)] as const)
          .filter(([, count]) => count > 0)
      const report = (felt: string) => {
        const words = messageCounts().map(([text, count]) => `${count} × ${text}`)
        process.stdout.write(`${what}: ${felt}${words.length > 0 ? `; ${words.join(', ')}` : ''}\n`)
      }
      const longest = () => Math.round(Math.max(...learners.map((learner) => learner.takeLongestWait())))
      try {
        await disturb()
        await getsOn(what)
      } catch (error) {
        report(`not every learner made progress after ${longest()} ms`)
        throw error
      }
      const failed = messageCounts().reduce((sum, [, count]) => sum + count, 0)
      report(`felt for ${longest()} ms at most, ${failed} tries failed`)
      return { failed, heard: messageCounts().map(([text]) => text) }
    },
    expectCountedOnce: async (natsUrl, postgresUrl) => {
      await stop()
      for (const learner of learners) {
        expect((await learner.progress()).totalQuestions).toBe(learner.acknowledged)
      }
      const acknowledged = learners.reduce((sum, learner) => sum + learner.acknowledged, 0)
      const published = () => publishedAnswers(natsUrl)
      await expect.poll(published, { timeout: patience, interval: 200 }).toBe(acknowledged)
      await expect
        .poll(() => findUnconsumedMessages(natsUrl), { timeout: patience, interval: 200 })
        .toEqual([])
      expect(await differences(postgresUrl)).toBe('No difference.\n')
    },
  }
}

function heardBy(learners: readonly AnsweringLearner[]): Map<string, number> {
  const sums = new Map<string, number>()
  for (const { heard: messageCounts } of learners) {
    for (const [text, count] of messageCounts) sums.set(text, (sums.get(text) ?? 0) + count)
  }
  return sums
}
