import { featureMessages } from '../../shared/i18n/feature-messages.ts'
import { pluralIn } from '../../shared/i18n/plural.ts'

const n = pluralIn('en')

export const coding = {
  title: 'Coding challenges',
  lead: 'Small pages to build, with tests that run in your browser. Your code stays on this device.',
  filters: 'Which challenges',
  category: 'Category',
  allCategories: 'All categories',
  difficulty: 'Difficulty',
  state: 'State',
  allStates: 'Done or not',
  stateOpen: 'Not done yet',
  stateDone: 'Done',
  count: (count: number) => n(count, { one: '# challenge', other: '# challenges' }),
  tests: (count: number) => n(count, { one: '# test', other: '# tests' }),
  tried: (count: number) => n(count, { one: 'tried once', other: 'tried # times' }),
  done: 'done',
  listFailed: 'The challenges could not be loaded',
  challengeFailed: 'The challenge could not be loaded',
  noneTitle: 'There are no challenges yet',
  noneText: 'As soon as some are added, they appear here.',
  toQuestions: 'Practise questions',
  noMatchTitle: 'No challenge matches',
  noMatchText: 'Nothing fits this choice. Widen it, or start over with everything.',
  showAll: 'Show all challenges',
  back: 'All challenges',
  missingTitle: 'This challenge does not exist',
  missingText: 'It may have been taken away, or the address is mistyped.',
  task: 'The task',
  code: 'Your code',
  editorLabel: 'Languages',
  run: 'Run the tests',
  running: 'Running...',
  reset: 'Reset to the starter code',
  preview: 'Preview',
  noRunner: 'Code cannot be run here at the moment. What you write is kept.',
  stopped: {
    'timed-out': 'Stopped: the code took too long',
    'too-large': 'Stopped: the page grew too large',
    'too-loud': 'Stopped: the code sent too many messages',
    left: 'Stopped: the page went to another address',
    unreachable: 'The runner could not be reached',
  },
  codeKept: 'Your code is kept. Change it, and it runs again.',
  testsTitle: 'Tests',
  passed: (passed: string, total: string) => `${passed} of ${total} passed`,
  announceAll: 'All tests passed.',
  announceSome: (passed: number, total: number) => `${passed} of ${total} tests passed.`,
  changedSince: 'You have changed the code since these tests ran.',
  testStates: { waiting: 'Not run yet', right: 'Passed', wrong: 'Failed' },
  expected: 'Expected',
  got: 'Got',
  gotNothing: 'nothing: the test was not reached',
  error: 'Error',
  recordFailed: 'This attempt has not been saved yet.',
  visitorPassed: 'All tests passed. Without an account nothing is recorded.',
  signInToKeep: 'Sign in to keep it',
  console: 'Console',
  consoleEmpty: 'Nothing was written to the console.',
  levels: { warn: 'Warning', error: 'Error' },
  showHint: (at: string, of: string) => `Show hint ${at} of ${of}`,
  giveUp: 'Give up',
  giveUpTitle: 'Give up and see the solution?',
  giveUpText:
    'You will see the solution and why it works. You can still solve the challenge yourself afterwards.',
  giveUpConfirm: 'Show me the solution',
  opening: 'Opening the solution...',
  solution: 'One way to solve it, and why',
  solutionIn: (language: string) => `Solution in ${language}`,
}

export type CodingMessages = typeof coding

export const useCodingMessages = featureMessages<CodingMessages>({
  en: () => coding,
  ar: async () => (await import('./messages.ar.ts')).coding,
})

const bench = {
  title: 'Try its tests',
  lead: 'The starter code must fail, the solution must pass. Both run in the same sandbox as learners’ code.',
  run: 'Run the tests on both',
  running: 'Running…',
  page: 'Page of the solution',
  noRunner: 'Code cannot be run here at the moment.',
  solution: (passed: number, all: number) => `The solution passes ${passed} of ${all} tests`,
  starter: (passed: number, all: number) => `The starter code fails ${all - passed} of ${all} tests`,
  mustPass: 'Nobody can solve the challenge as it is: a solution passes every test.',
  mustFail: 'There is nothing to do: the starter code passes every test.',
  old: 'The challenge has changed since these tests ran.',
  starterPasses: 'starter passes',
  starterFails: 'starter fails',
  solutionPasses: 'solution passes',
  solutionFails: 'solution fails',
  expected: 'Expected',
  got: 'Got',
  nothing: 'nothing: the test was not reached',
}

export type BenchMessages = typeof bench

export const useBenchMessages = featureMessages<BenchMessages>({
  en: () => bench,
  ar: async () => (await import('./messages.ar.ts')).bench,
})
