import { RUN_TEXT } from '@rehearse/contracts/constants'
import { expect, test } from 'vitest'
import { readRunnerMessage } from './run-in-frame.ts'

test.each([
  { type: 'ready' },
  { type: 'started' },
  { type: 'done' },
  { type: 'plan', tests: ['a > b'] },
  { type: 'problem', path: 'a.test.ts', text: 'x is not defined', stack: '' },
  { type: 'console', level: 'warn', text: 'careful', testId: 'a' },
  {
    type: 'result',
    testId: 'a',
    passed: false,
    name: 'a > b',
    error: 'no',
    expected: '1',
    got: '2',
    stack: 'at x',
  },
  { type: 'pong', elements: 12 },
  { type: 'console', level: 'warn', text: 'careful' },
  { type: 'syntax-error', text: 'Unexpected token', line: 3 },
  { type: 'syntax-error', text: 'Unexpected token', line: null },
  { type: 'result', testId: 'a', passed: true, got: '1' },
  { type: 'result', testId: 'a', passed: false, error: 'TypeError' },
])('parses %j', (message) => {
  expect(readRunnerMessage({ ...message, extra: 'ignored' })).toEqual(message)
})

test.each([
  null,
  'ready',
  {},
  { type: 'run' },
  { type: 'pong', elements: '12' },
  { type: 'console', level: 'shout', text: 'x' },
  { type: 'console', level: 'log', text: 'x'.repeat(RUN_TEXT + 1) },
  { type: 'console', level: 'log', text: ['x'] },
  { type: 'syntax-error', text: 'Unexpected token', line: '3' },
  { type: 'plan', tests: [1] },
  { type: 'problem', path: 'a.test.ts', text: 'x is not defined' },
  { type: 'result', testId: 'a', passed: false, stack: 1 },
  { type: 'result', testId: 1, passed: true },
  { type: 'result', testId: 'a', passed: 'yes' },
  { type: 'result', testId: 'a', passed: true, got: 1 },
])('rejects %j', (message) => {
  expect(readRunnerMessage(message)).toBeNull()
})
