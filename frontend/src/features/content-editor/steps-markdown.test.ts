import { array, assert, constantFrom, property, record, string, stringMatching, uuid } from 'fast-check'
import { expect, test } from 'vitest'
import { printSteps, readSteps } from './steps-file.tsx'

const step = {
  id: 'closures',
  title: 'Closures',
  summary: 'Why a function remembers variables.',
  questionIds: ['9b2f1e0a-3c4d-4e5f-8a6b-7c8d9e0f1a2b'],
  challengeIds: ['flatten', 'curry'],
  lesson: 'A closure is …\n\n```js\nlet n = 0\n```',
}

test('steps are printed as front matter and lesson, and read again', () => {
  const text = printSteps([step, { ...step, id: 'scope', lesson: '' }])
  expect(text).toContain('---\nid: closures\ntitle: Closures\n')
  expect(readSteps(text)).toEqual([step, { ...step, id: 'scope', lesson: '' }])
  expect(readSteps(`\uFEFF${text.replaceAll('\n', '\r\n')}`)).toEqual(readSteps(text))
})

test('a file in another form has no steps', () => {
  for (const text of ['', '# A lesson', '---\ntitle: x\n---\ntext', `Before\n${printSteps([step])}`])
    expect(readSteps(text)).toEqual([])
})

test('no text is lost, even where a lesson shows front matter', () => {
  const tricky = constantFrom('---', 'id: x', '\\---', '', '"', 'title: y', ' ', '```')
  const text = array(tricky.chain((line) => string().map((more) => line + more.replaceAll('\r', '')))).map(
    (lines) => lines.join('\n'),
  )
  const any = record({
    id: stringMatching(/^[a-z][a-z0-9-]{0,20}$/),
    title: string().map((one) => one.replaceAll('\r', '')),
    summary: text,
    questionIds: array(uuid()),
    challengeIds: array(stringMatching(/^[a-z][a-z0-9-]{0,20}$/)),
    lesson: text,
  })
  assert(
    property(array(any), (steps) => {
      expect(readSteps(printSteps(steps))).toEqual(steps)
    }),
  )
})
