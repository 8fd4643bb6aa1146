import { expect, test } from 'vitest'
import { parseQuestions } from './index.ts'

test.each(['aiken', 'gift'] as const)(
  '%s without any question is refused as a whole, with a sentence',
  (format) => {
    expect(() => parseQuestions('\n\n', format)).toThrow(
      expect.objectContaining({
        code: 'unreadable_source',
        message: 'No questions found in the file. Please check the format.',
      }),
    )
  },
)
