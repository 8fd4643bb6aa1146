import { describe, test } from 'vitest'
import { expectFits, openPage } from '../support/browser.ts'
import { newLearner } from '../support/client.ts'
import { learnerWalks, visitorWalks } from '../support/learner-walks.ts'

/** In turns: each state in one look here, in all looks in tests/deep. */
const looks = [
  { kept: { theme: 'dark' }, viewport: { width: 1440, height: 900 } },
  { kept: { theme: 'light', direction: 'rtl' }, viewport: { width: 320, height: 640 } },
]
const lookAt = (turn: number) => looks[turn % looks.length]
/** Its model answer and checklist have colors of their own in each theme. */
const looksOf = (name: string, turn: number) => (name === 'an open question' ? looks : [lookAt(turn)])

/** The most common states; tests/deep has all of them. */
const everyday = ['a question', 'forms with problems', 'an open question', 'the sign-in dialog']
const chosen = <Walk>(walks: Readonly<Record<string, Walk>>) =>
  Object.entries(walks).filter(([name]) => everyday.includes(name))

describe('no state of a page breaks an accessibility rule or scrolls sideways', () => {
  for (const [turn, [name, walk]] of chosen(learnerWalks).entries()) {
    test.each(looksOf(name, turn))(`${name}, $kept.theme`, async (look) => {
      const learner = await newLearner()
      const page = await openPage('/jobs', { as: learner, ...look })
      for await (const state of walk(page, learner)) await expectFits(page, state)
    })
  }
  for (const [turn, [name, walk]] of chosen(visitorWalks).entries()) {
    test(name, async () => {
      const page = await openPage('/jobs', lookAt(turn + 1))
      for await (const state of walk(page)) await expectFits(page, state)
    })
  }
})
