import type { QuestionFormat } from '@rehearse/contracts'
import { expect, test } from 'vitest'
import { failingFile } from './import-outcome.tsx'
import { readSource } from './source-worker.ts'

const json = (title: string, right = true) =>
  JSON.stringify({ title, content: title, options: [{ text: 'one', isCorrect: right }, { text: 'two' }] })

/** In each, `Bad` can't be imported, and the lines before it don't belong to `Good` alone. */
const sources: Record<QuestionFormat, string> = {
  json: `{"questions": [${json('Good')}, ${json('Bad', false)}, ${json('Good too')}]}`,
  markdown: `---
category: Shared
---

# First part

## 1. Good

a) one [correct]
b) two

# Second part

## 2. Bad

a) one
b) two

## 3. Good too

a) one [correct]
b) two
`,
  gift: `$CATEGORY: First

::Good::Good? {=one ~two}

$CATEGORY: Shared

::Bad::Bad? {=one

::Good too::Good too? {=one ~two}
`,
  aiken: `Good
A. one
B. two
ANSWER: A

Bad
A. one
B. two
ANSWER: C

Good too
A. one
B. two
ANSWER: A
`,
  'moodle-xml': `<?xml version="1.0"?>
<quiz>
<question type="multichoice">
<name><text>Good</text></name><questiontext><text>Good</text></questiontext>
<answer fraction="100"><text>one</text></answer><answer fraction="0"><text>two</text></answer>
</question>
<question type="category"><category><text>Shared</text></category></question>
<question type="multichoice">
<name><text>Bad</text></name><questiontext><text>Bad</text></questiontext>
<answer fraction="0"><text>one</text></answer><answer fraction="0"><text>two</text></answer>
</question>
<question type="multichoice">
<name><text>Good too</text></name><questiontext><text>Good too</text></questiontext>
<answer fraction="100"><text>one</text></answer><answer fraction="0"><text>two</text></answer>
</question>
</quiz>
`,
}

const formats = Object.keys(sources) as QuestionFormat[]

async function failuresOf(content: string, format: QuestionFormat) {
  const { rows } = await readSource({ content, format })
  const failures = rows.flatMap(({ index, error }) => (error === undefined ? [] : [{ index, error }]))
  return { rows, failures }
}

test.each(formats)('%s: failed questions become a separate file with the same errors', async (format) => {
  const { rows, failures } = await failuresOf(sources[format], format)
  expect(rows).toHaveLength(3)
  expect(failures).toHaveLength(1)

  const { text, name } = failingFile(sources[format], format, rows, failures)
  const again = await failuresOf(text, format)
  expect(again.rows).toHaveLength(1)
  const reasonOf = (error: string | undefined) => error?.replace(/^Question \d+: /, '')
  expect(reasonOf(again.failures[0]?.error)).toBe(reasonOf(failures[0]?.error))
  // Its name and content are enough to detect the format again.
  expect((await readSource({ content: text, fileName: name })).format).toBe(format)
})

test.each([
  ['markdown', 'a) one\nb) two', 'a) one [correct]\nb) two'],
  ['gift', 'Bad? {=one', 'Bad? {=one ~two}'],
  ['moodle-xml', '<answer fraction="0"><text>one', '<answer fraction="100"><text>one'],
] as const)('%s: a question fixed there gets its original category', async (format, wrong, fixed) => {
  const { rows, failures } = await failuresOf(sources[format], format)
  const { text } = failingFile(sources[format], format, rows, failures)
  const { rows: after } = await failuresOf(text.replace(wrong, fixed), format)
  expect(after.map(({ error, question }) => [error, question?.title, question?.category])).toEqual([
    [undefined, 'Bad', 'Shared'],
  ])
})

test('errors are written next to their question', async () => {
  for (const format of formats.filter((one) => one !== 'aiken')) {
    const { rows, failures } = await failuresOf(sources[format], format)
    const { text } = failingFile(sources[format], format, rows, failures)
    expect(text).toContain(failures[0]?.error)
  }
})

test('questions that share a line are returned together with the valid ones', async () => {
  const content = sources['moodle-xml'].replaceAll('\n', '')
  const { rows, failures } = await failuresOf(content, 'moodle-xml')
  expect(failingFile(content, 'moodle-xml', rows, failures).text).toBe(content)
})
