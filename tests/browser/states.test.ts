import { describe, test } from 'vitest'
import { expectFits, openPage } from '../support/browser.ts'
import { newLearner } from '../support/client.ts'
import { learnerWalks, visitorWalks } from '../support/learner-walks.ts'

/** By turns, so that each state is seen in one of them here, and in all of them in tests/deep. */
const looks = [
  { kept: { theme: 'dark' }, viewport: { width: 1440, height: 900 } },
  { kept: { theme: 'light', direction: 'rtl' }, viewport: { width: 320, height: 640 } },
]
const lookAt = (turn: number) => looks[turn % looks.length]

/** Those that most learners meet; all of them are in tests/deep. */
const everyday = ['a question', 'a mock test', 'flashcards', 'forms with problems', 'the sign-in dialog']
const chosen = <Walk>(walks: Readonly<Record<string, Walk>>) =>
  Object.entries(walks).filter(([name]) => everyday.includes(name))

describe('whatever state a page is in, it breaks no accessibility rule and never scrolls sideways', () => {
  for (const [turn, [name, walk]] of chosen(learnerWalks).entries()) {
    test(name, async () => {
      const learner = await newLearner()
      const page = await openPage('/jobs', { as: learner, ...lookAt(turn) })
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
