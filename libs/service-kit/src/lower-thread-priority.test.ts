import { execFileSync } from 'node:child_process'
import { getPriority } from 'node:os'
import { expect, test } from 'vitest'

const lowered = `
  import { getPriority } from 'node:os'
  import { lowerThreadPriority } from '${import.meta.resolve('./lower-thread-priority.ts')}'
  lowerThreadPriority()
  console.log(getPriority())`

test.runIf(process.platform === 'linux')('a thread goes below the priority of its process', () => {
  const run = ['-n', '10', process.execPath, '--input-type=module', '-e', lowered]
  expect(Number(execFileSync('nice', run, { encoding: 'utf8' }))).toBe(Math.min(19, getPriority() + 10 + 5))
})
