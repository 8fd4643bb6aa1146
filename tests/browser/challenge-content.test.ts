import type { Challenge } from '@rehearse/contracts'
import { launchChromium } from '@rehearse/testing'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { superAdmin } from '../support/client.ts'

type Code = Challenge['starterCode']

let browser: Browser
let challenges: Challenge[]
beforeAll(async () => {
  browser = await launchChromium()
  const admin = await superAdmin()
  const { body } = await admin<{ data: Challenge[] }>('/api/challenges')
  challenges = body.data.filter(({ tags }) => tags.length > 0)
})
afterAll(() => browser?.close())

/** Ids of the test cases that this code passes, in a page of its own. */
async function passedBy({ css, html, javascript }: Code, { testCases }: Challenge): Promise<string[]> {
  const page = await browser.newPage()
  try {
    await page.setContent(
      `<!doctype html><html lang="en"><head><style>${css}</style></head><body>${html}<script>${javascript}</script></body></html>`,
    )
    const passed: string[] = []
    for (const { expectedOutput, id, input } of testCases) {
      const got = await page.evaluate(`(async () => JSON.stringify(await (${input})))()`).catch(() => null)
      if (got === JSON.stringify(JSON.parse(expectedOutput))) passed.push(id)
    }
    return passed
  } finally {
    await page.close()
  }
}

test('the solution of each challenge passes all of its tests, the starter code none', async () => {
  expect(challenges.length).toBeGreaterThanOrEqual(5)
  for (const challenge of challenges) {
    const { solution, starterCode, testCases, title } = challenge
    if (solution === undefined) throw new Error(`an admin gets no solution of ${title}`)
    expect(await passedBy(solution, challenge), title).toEqual(testCases.map(({ id }) => id))
    expect(await passedBy(starterCode, challenge), title).toEqual([])
  }
})
