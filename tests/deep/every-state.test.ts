import { describe, test } from 'vitest'
import { expectFits, openPage } from '../support/browser.ts'
import { newLearner } from '../support/client.ts'
import { learnerWalks, visitorWalks } from '../support/learner-walks.ts'

const phone = { width: 320, height: 640 }
const desktop = { width: 1440, height: 900 }

describe.each([
  ['dark', 'ltr', phone],
  ['dark', 'rtl', desktop],
  ['light', 'ltr', desktop],
  ['light', 'rtl', phone],
] as const)(
  '%s, %s: no state breaks an accessibility rule or scrolls sideways',
  (theme, direction, viewport) => {
    const look = { kept: { theme, direction }, viewport }
    test.each(Object.entries(learnerWalks))('%s', async (_name, walk) => {
      const learner = await newLearner()
      const page = await openPage('/jobs', { as: learner, ...look })
      for await (const state of walk(page, learner)) await expectFits(page, state)
    })
    test.each(Object.entries(visitorWalks))('%s', async (_name, walk) => {
      const page = await openPage('/jobs', look)
      for await (const state of walk(page)) await expectFits(page, state)
    })
  },
)
