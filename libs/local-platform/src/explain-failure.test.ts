import { describe, expect, test } from 'vitest'
import { explainFailure, LocalPlatformError } from './local-platform-error.ts'

describe('explains a known failure in a sentence', () => {
  test.each([
    ['initdb: error: could not write file: No space left on device', /The disk is full: free some space/],
    [
      'libicuuc.so.60: cannot open shared object file: No such file',
      /run `npm ci` \(without --ignore-scripts\)/,
    ],
    ["EACCES: permission denied, mkdir '/srv/data'", /may not read or write there/],
    ["EROFS: read-only file system, mkdir '/srv/data'", /set DATA_DIR to a folder that can be written/],
  ])('%s', (evidence, advice) => {
    const error = explainFailure('Postgres could not start', new Error(evidence))
    expect(error).toBeInstanceOf(LocalPlatformError)
    expect(error.message).toMatch(/^Postgres could not start\. /)
    expect(error.message).toMatch(advice)
    expect(error.message).toContain(evidence)
  })

  test('shows an unknown failure as it was printed, or its end', () => {
    const lines = Array.from({ length: 40 }, (_, line) => `line ${line}`)
    expect(explainFailure('It failed', lines.join('\n')).message).toMatch(
      /^It failed\. Output:\nline 28\n[\s\S]*line 39$/,
    )
  })

  test('leaves a message that is already a sentence unchanged', () => {
    const error = new LocalPlatformError('Port 8080 is taken.')
    expect(explainFailure('It failed', error)).toBe(error)
  })
})
