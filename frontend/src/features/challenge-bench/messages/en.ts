export const bench = {
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
