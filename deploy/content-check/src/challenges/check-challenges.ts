import { launchChromium } from '@rehearse/testing'
import { inTurns } from '../in-turns.ts'
import { judgeChallenge } from './judge-challenge.ts'
import { openRunner } from './open-runner.ts'
import { type ContentChallenge, readChallenges } from './read-challenges.ts'

export interface ChallengeReport {
  readonly challenges: readonly ContentChallenge[]
  /** What is wrong, a line each. */
  readonly faults: readonly string[]
}

/**
 * Runs the challenges of a content folder, each as it starts, solved, and with its mistakes.
 * @param wanted which of them
 */
export async function checkChallenges(
  folder: URL,
  wanted: (id: string) => boolean = () => true,
  say: (done: number, all: number) => void = () => {},
): Promise<ChallengeReport> {
  const { challenges, faults } = readChallenges(folder)
  const chosen = challenges.filter(({ id }) => wanted(id))
  const browser = await launchChromium()
  try {
    const run = await openRunner(browser)
    const found = await inTurns(
      chosen,
      atOnce,
      async (challenge) =>
        (await judgeChallenge(challenge, run).catch((error: unknown) => [String(error)])).map(
          (fault) => `${challenge.id}: ${fault}`,
        ),
      say,
    )
    return { challenges: chosen, faults: [...faults, ...found.flat()] }
  } finally {
    await browser.close()
  }
}

const atOnce = 2
