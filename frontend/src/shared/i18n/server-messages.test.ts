import { expect, test } from 'vitest'
import { serverError, serverText } from './server-messages.ar.ts'

const sources = import.meta.glob<string>(
  [
    '../../../../services/*/src/**/*.ts',
    '../../../../libs/{contracts,service-kit}/src/**/*.ts',
    '!**/*.test.ts',
    '!../../../../libs/contracts/src/questions/issue-text.ts',
  ],
  { query: '?raw', import: 'default', eager: true },
)
const quoted = String.raw`('(?:[^'\\]|\\.)*'|${'`'}[^${'`'}]*${'`'})`
const site = new RegExp(
  String.raw`(?:code: '(\w+)',\s*message:|(?:invalid|forbidden|conflict|notFound)\(\s*'(\w+)',)\s*${quoted}`,
  'g',
)
const errorSites = Object.values(sources).flatMap((source) =>
  [...source.matchAll(site)].map(([, code, ofHelper = '', text = '']) => ({
    code: code ?? ofHelper,
    text: text.slice(1, -1).replaceAll(/\$\{[^}]*\}/g, 'some text'),
  })),
)
const isArabic = (text: string) => /\p{Script=Arabic}/u.test(text)

test('every error of the services has an Arabic text', () => {
  expect(errorSites.length).toBeGreaterThan(80)
  const english = errorSites.filter(({ code, text }) => !isArabic(serverError(code, text)))
  expect(english).toEqual([])
})

test.each([
  'is required',
  'is chosen already',
  'must be the id of a question',
  'must be the id of a challenge',
  'must describe each diagram in its brackets: ![What it shows.](diagrams/name.svg)',
  'must be a time such as 09:00',
  'must not be empty',
  'must have at most 200 characters',
  'must be at least 10',
  'must be one of easy, medium, hard',
  'must be an email address',
  'Must have at least 2 options',
  'Option b would be shown empty',
  'An item or a choice would be shown empty',
  'An accepted answer would be shown empty',
  'Two choices are the same',
  'Question 3: Missing title or content',
  'Question 2: options.0.text: must not be empty; points: must be at most 100',
  'Invalid request: steps.0.lesson must have at most 20000 characters',
  'Invalid badge: condition.type must be one of streak, points',
  "Question 1: Lines 3, 8 to 11 aren't part of any question",
  'Question 1: Must have at least 2 options; The code block that begins in line 3 is never closed',
  'Question 1: The comment in lines 2 to 4 is not read',
  'Question 1: The check boxes and the marks of the options disagree',
  'Question 1: Unknown time limit "1"',
  'Question 1: Unknown value "2" of <3>',
  'Question 1: Fields that nothing reads: 1',
  'Question 1: A second <1> is not read',
  'Question 1: Only one language is kept (en), without es, fr',
  'Question 1: Wrong answers are not kept',
  'No questions found in the markdown. Please check the format.',
  'The number of bookmarks has reached its limit (1,000). Remove some first.',
])('"%s" is translated as a whole', (text) => {
  const prose = serverText(text).replaceAll(/\u2068[^\u2069]*\u2069/g, '')
  expect(isArabic(prose)).toBe(true)
  expect(prose).not.toMatch(/[a-z]{4,}/i)
})

test('a text without a known form stays as it is', () => {
  expect(serverText('Something entirely new')).toBe('Something entirely new')
  expect(serverError('brand_new_code', 'Something entirely new')).toBe('Something entirely new')
})

test.each([
  'Row 4: title and content are required',
  'Question 2: at least one option must be marked as correct',
  'Question 1: The Moodle question type "cloze" is not supported',
  'JSON parsing error: values are nested too deeply',
  'Question 3: Expected option B, found C',
  'Question 1: The answers in braces must begin with = or ~',
])('errors of an import are Arabic: %s', (text) => {
  expect(serverText(text)).toMatch(/^[^a-z]*\p{Script=Arabic}/u)
  expect(serverText(text)).not.toContain(text.replace(/^.*?: /, ''))
})
