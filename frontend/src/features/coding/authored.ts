import type { Challenge, RunTestReport } from '@rehearse/contracts'

/** What of a challenge can be run while it is being written. */
export type Authored = Pick<Challenge, 'category' | 'starterCode' | 'testCases'> & {
  solution: Challenge['starterCode']
}

export interface Verdicts {
  /** What was judged: a challenge that is written on is another one. */
  of: string
  starter: readonly RunTestReport[]
  solution: readonly RunTestReport[]
}

/** Tells one state of a challenge from another. */
export const stateOf = ({ category, starterCode, testCases, solution }: Authored): string =>
  JSON.stringify([category, starterCode, testCases, solution])

export const passedIn = (reports: readonly RunTestReport[]): number =>
  reports.filter(({ passed }) => passed).length

/** A challenge can be solved, and has to be: its solution passes every test, its starter code not all of them. */
export function judge({ starter, solution }: Verdicts): { solved: boolean; open: boolean } {
  return { solved: passedIn(solution) === solution.length, open: passedIn(starter) < starter.length }
}
