import { featureMessages } from '../../shared/i18n/feature-messages.ts'
import { pluralIn } from '../../shared/i18n/plural.ts'

const n = pluralIn('en')

export const coding = {
  title: 'Coding challenges',
  lead: "Build pages and components, write tests, fix bugs, and review code, all in your browser. Your code is saved on this device, and in your account when you're signed in.",
  filters: 'Filters',
  category: 'Category',
  allCategories: 'All categories',
  categories: {
    html: 'HTML',
    css: 'CSS',
    javascript: 'JavaScript',
    typescript: 'TypeScript',
    react: 'React',
    testing: 'Testing',
  },
  kind: 'Type of challenge',
  allKinds: 'All',
  kinds: {
    web: 'Web page',
    typescript: 'TypeScript',
    react: 'React',
    tests: 'Write tests',
    review: 'Code review',
    'fix-the-bug': 'Fix the bug',
  },
  difficulty: 'Difficulty',
  state: 'Status',
  allStates: 'All',
  stateOpen: 'Not done',
  stateDone: 'Done',
  count: (count: number) => n(count, { one: '# challenge', other: '# challenges' }),
  showing: (from: string, to: string, of: string) => `Showing ${from} to ${to} of ${of} challenges`,
  tests: (count: number) => n(count, { one: '# test', other: '# tests' }),
  tried: (count: number) => n(count, { one: '# attempt', other: '# attempts' }),
  done: 'Done',
  listFailed: 'The challenges could not be loaded',
  challengeFailed: 'The challenge could not be loaded',
  noneTitle: 'There are no challenges yet',
  noneText: 'Challenges appear here once they are added.',
  toQuestions: 'Practice questions',
  noMatchTitle: 'No challenges match these filters',
  noMatchText: 'Change the filters, or show all challenges.',
  showAll: 'Show all challenges',
  back: 'All challenges',
  missingTitle: 'Challenge not found',
  missingText: 'It may have been removed, or the address may be mistyped.',
  task: 'Task',
  code: 'Your code',
  editorLabel: 'Language',
  run: 'Run tests',
  running: 'Running...',
  reset: 'Reset to starter code',
  preview: 'Preview',
  noRunner: "Code can't run right now. What you write is saved.",
  stopped: {
    'timed-out': 'Stopped: the code took too long',
    'too-large': 'Stopped: the page became too large',
    'too-loud': 'Stopped: the code produced too much output',
    left: 'Stopped: the page navigated to another address',
    unreachable: 'The test runner could not be reached',
  },
  codeSaved: 'Your code is saved. Edit it to run it again.',
  tookTooLong:
    'Your code is saved. Look for a loop that never ends. If your device is busy, run the code again.',
  testsTitle: 'Tests',
  passed: (passed: string, total: string) => `${passed} of ${total} passed`,
  announceAll: 'All tests passed.',
  announceSome: (passed: number, total: number) => `${passed} of ${total} tests passed.`,
  changedSince: 'The code has changed since these tests ran.',
  testStates: { waiting: 'Not run yet', right: 'Passed', wrong: 'Failed' },
  /** @param line null if the browser doesn't report it */
  syntaxError: (line: string | null) => (line === null ? 'Syntax error' : `Syntax error on line ${line}`),
  call: 'Call',
  expected: 'Expected',
  got: 'Received',
  gotNothing: 'nothing: the test did not run',
  error: 'Error',
  recordFailed: "This attempt hasn't been saved yet",
  visitorPassed: "All tests passed. Without an account, the result isn't saved.",
  signInToKeep: 'Sign in to save it',
  console: 'Console',
  consoleEmpty: 'No console output.',
  levels: { warn: 'Warning', error: 'Error' },
  showHint: (at: string, of: string) => `Show hint ${at} of ${of}`,
  giveUp: 'Give up',
  giveUpTitle: 'Give up and see the solution?',
  giveUpText:
    'You will see the solution and why it works. You can still solve the challenge yourself afterward.',
  giveUpConfirm: 'Show me the solution',
  opening: 'Opening the solution...',
  solution: 'Solution and explanation',
  solutionIn: (language: string) => `Solution in ${language}`,
}

export type CodingMessages = typeof coding

export const useCodingMessages = featureMessages<CodingMessages>({
  en: () => coding,
  ar: async () => (await import('./messages.ar.ts')).coding,
})

const bench = {
  title: 'Test run',
  lead: 'The starter code must fail and the solution must pass. Both run in the same sandbox as learners’ code.',
  run: 'Run tests on both',
  running: 'Running…',
  page: 'Solution preview',
  noRunner: "Code can't run right now.",
  solution: (passed: number, all: number) => `The solution passes ${passed} of ${all} tests`,
  starter: (passed: number, all: number) => `The starter code fails ${all - passed} of ${all} tests`,
  mustPass: "The challenge can't be solved as it is: the solution must pass every test.",
  mustFail: 'The challenge has nothing to solve: the starter code already passes every test.',
  old: 'The challenge has changed since these tests ran.',
  starterPasses: 'starter passes',
  starterFails: 'starter fails',
  solutionPasses: 'solution passes',
  solutionFails: 'solution fails',
  expected: 'Expected',
  got: 'Received',
  nothing: 'nothing: the test did not run',
  types: 'No type errors',
  reference: 'The tests pass on the given code',
}

export type BenchMessages = typeof bench

export const useBenchMessages = featureMessages<BenchMessages>({
  en: () => bench,
  ar: async () => (await import('./messages.ar.ts')).bench,
})
