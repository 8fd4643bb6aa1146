import type { QuestionFormat } from '@rehearse/contracts'
import { describe, expect, test } from 'vitest'
import { detectFormat, parseQuestions, printQuestions } from './index.ts'
import type { PrintableQuestion } from './types.ts'

const read = (source: string, format: QuestionFormat = 'markdown') => parseQuestions(source, format)
const messages = (issues: readonly { line?: number; message: string }[]) =>
  issues.map(({ line, message }) => `${line}: ${message}`)
const titles = ({ questions }: ReturnType<typeof read>) => questions.map(({ row }) => row.title)
/** Options as `a text`, the correct ones as `a* text`. */
const optionsOf = ({ questions }: ReturnType<typeof read>, at = 0) =>
  questions[at]?.row.options?.map(({ id, text, isCorrect }) => `${id}${isCorrect ? '*' : ''} ${text}`)

const choices = '- [x] A: yes\n- [ ] B: no\n'

describe('a block that is left open in Markdown', () => {
  const three = (opening: string, later: string) =>
    `## 1. One\n\n${opening}\n\n${choices}\n## 2. Two\n\n${choices}\n## 3. Three\n\n${later}\n\n${choices}`
  test.each([
    ['a fence that names a language', '```js\na\n```js', '```js\nb\n```'],
    ['no fence', '```js\na', '```js\nb\n```'],
    ['no fence, without a language', '```\na', '```\nb\n```'],
    ['three backticks', '````js\na\n```', '````js\nb\n````'],
    ['three backticks, without a language', '````\na\n```', '````\nb\n````'],
    ['backticks', '~~~js\na\n```', '~~~js\nb\n~~~'],
    ['tildes', '```js\na\n~~~', '```js\nb\n```'],
  ])('ends at the next question: closed by %s', (_what, opening, later) => {
    const result = read(three(opening, later))
    expect(titles(result)).toEqual(['Two', 'Three'])
    expect(messages(result.errors)).toEqual([
      '1: Question 1: Must have at least 2 options; The code block that begins in line 3 is never closed',
    ])
  })

  test.each([['-->'], ['no end']])(
    'ends at the next question: a comment with %s two questions later',
    (later) => {
      const result = read(three('<!-- a', later))
      expect(titles(result)).toEqual(['Two', 'Three'])
      expect(messages(result.errors)).toEqual([
        '1: Question 1: Must have at least 2 options; The comment that begins in line 3 is never closed',
      ])
    },
  )

  test('ends at the next question: details', () => {
    const result = read(`## 1. One\n\n${choices}\n<details>\n\nWhy.\n\n## 2. Two\n\n${choices}\n</details>\n`)
    expect(titles(result)).toEqual(['One', 'Two'])
  })

  test('keeps what a closed one contains', () => {
    const code = '````md\n## 2. No question\n\n```js\na\n```\n````'
    const result = read(
      `## 1. One\n\n${code}\n\n${choices}\n## 2. Two\n\n\`\`\`sh\n# 1. step\n# 2. step\n\`\`\`\n\n${choices}`,
    )
    expect(titles(result)).toEqual(['One', 'Two'])
    expect(result.questions[0]?.row.content).toBe(code)
  })

  test('is a warning of a question that can be stored', () => {
    const result = read(`## 1. One\n\n${choices}\nBecause:\n\n\`\`\`js\na\n\n## 2. Two\n\n${choices}`)
    expect(titles(result)).toEqual(['One', 'Two'])
    expect(messages(result.warnings)).toEqual([
      '8: Question 1: The code block that begins in line 8 is never closed',
    ])
  })

  test('never shows the key of a question that would be open-ended', () => {
    const result = read(`## 1. What is it?\n\n\`\`\`js\na\n\n${choices}`)
    expect(result.questions).toEqual([])
    expect(messages(result.errors)[0]).toContain('The text shows the key: - [x] A: yes')
  })
})

describe('options in Markdown lists', () => {
  test.each(['\n', ''])('are those with check boxes; an item after them is the explanation', (blank) => {
    const result = read(
      `#### Q1. What keeps order?\n\n- [ ] Set\n- [x] List\n- [ ] Map\n${blank}- A list keeps its order.\n`,
    )
    expect(optionsOf(result)).toEqual(['a Set', 'b* List', 'c Map'])
    expect(result.questions[0]?.row).toMatchObject({
      type: 'multiple-choice',
      explanation: '- A list keeps its order.',
    })
  })

  test.each([
    ['A. One.\nB. Two.\nC. Three.', '\n\n'],
    ['- A. One.\n- B. Two.\n- C. Three.', '\n\n'],
    ['- A. One.\n- B. Two.\n- C. Three.', '\n'],
    ['1. One.\n2. Two.', '\n\n'],
  ])('are those with check boxes; statements above them are text: %j', (statements, gap) => {
    const result = read(`#### Q1. Which are true?\n\n${statements}${gap}- [ ] A, B\n- [x] A, C\n- [ ] B, C\n`)
    expect(optionsOf(result)).toEqual(['a A, B', 'b* A, C', 'c B, C'])
    expect(result.questions[0]?.row.content).toBe(statements)
  })

  test('may have lost a box, or have it after the letter', () => {
    expect(optionsOf(read('## 1. What?\n\n- [ ] a\n- b\n- [x] c\n'))).toEqual(['a a', 'b b', 'c* c'])
    expect(optionsOf(read('## 1. What?\n\n- a\n- [x] b\n- c\n'))).toEqual(['a a', 'b* b', 'c c'])
    expect(optionsOf(read('## 1. What?\n\n- A. [ ] one\n- B. [x] two\n'))).toEqual(['a one', 'b* two'])
  })

  test('whose boxes and marks disagree are an error', () => {
    const result = read('## 1. What?\n\n- [ ] a [correct]\n- [x] b\n')
    expect(messages(result.errors)).toEqual([
      '1: Question 1: The check boxes and the marks of the options disagree',
    ])
  })

  test('in a quote are an error, as the text would show the key', () => {
    expect(messages(read('## 1. What?\n\n> - [x] a\n> - [ ] b\n').errors)).toEqual([
      '1: Question 1: The text shows the key: > - [x] a',
    ])
  })
})

describe('numbered items in Markdown', () => {
  test.each([
    [
      '1. What is one?\n\n   One.\n\n3. What is three?\n\n   Three.\n\n4. What is four?\n\n   Four.\n',
      ['What is one?', 'What is three?', 'What is four?'],
    ],
    ['1. Why a?\n   Answer: x\n1. Why b?\n   Answer: y\n', ['Why a?', 'Why b?']],
    ['1. What is one?\n\nOne.\n\n3. What is three?\n\nThree.\n', ['What is one?', 'What is three?']],
    ['5. What is five?\n\n   Five.\n\n6. What is six?\n\n   Six.\n', ['What is five?', 'What is six?']],
  ])('are all read: %j', (source, wanted) => {
    expect(titles(read(source))).toEqual(wanted)
  })

  test('that are no question are reported', () => {
    const result = read('1. What is one?\n\n   One.\n\n3. Three\n\n   - a\n   - b\n')
    expect(titles(result)).toEqual(['What is one?'])
    expect(messages(result.errors)).toEqual(['5: Question 2: Must have at least 2 options'])
  })

  test.each([
    ['1. ### **What is one?**\n\n   One.\n', 'What is one?'],
    ['## 1. **What** is `a ** b`? ##\n\nOne.\n', 'What is `a ** b`?'],
    ['## 1. __Explain this__\n\nOne.\n', 'Explain this'],
    ['## 1. What does `**kwargs` and 2 ** 3 give?\n\nOne.\n', 'What does `**kwargs` and 2 ** 3 give?'],
    ['## 1. What is __init__?\n\nOne.\n', 'What is __init__?'],
  ])('have titles without marks: %j', (source, title) => {
    expect(titles(read(source))).toEqual([title])
  })
})

describe('what nothing reads', () => {
  test('values of keys in Markdown are reported, and no content', () => {
    const result = read('## 1. Explain it\n\nType: essay\nDifficulty: extreme\nTime Limit: soon\n\nIt is.\n')
    expect(result.questions[0]?.row.content).toBe('It is.')
    expect(messages(result.warnings)).toEqual([
      '1: Question 1: Unknown type "essay"',
      '1: Question 1: Unknown difficulty "extreme"',
      '1: Question 1: Unknown time limit "soon"',
    ])
  })

  test('a sentence that begins like a key stays text', () => {
    const text = 'Type: what does `typeof` return?\nTime: O(n)'
    expect(read(`## 1. Explain it\n\n${text}\n`).questions[0]?.row.content).toBe(text)
  })

  test('lines outside questions and front matter are reported', () => {
    const result = read(
      `---\nAuthor: me\nDifficulty: extreme\n---\n\n# List\n\nAbout.\n\n## 1. One\n\n${choices}\n# End\n\nBye.\n`,
    )
    expect(messages(result.warnings)).toEqual([
      '2: Question 1: Front matter that nothing reads: Author: me',
      '3: Question 1: Unknown difficulty "extreme"',
      "8: Question 1: Lines 8, 15 to 17 aren't part of any question",
    ])
  })

  test('fields of JSON are reported', () => {
    const options = [{ text: 'a', isCorrect: true, hint: 'x' }, { text: 'b' }]
    const result = read(
      JSON.stringify({ version: 1, questions: [{ title: 'a', content: 'b', author: 'me', options }] }),
      'json',
    )
    expect(messages(result.warnings)).toEqual([
      '1: Question 1: Fields that nothing reads: version',
      '1: Question 1: Fields that nothing reads: author, options.hint',
    ])
  })

  test('elements and values of Moodle XML are reported', () => {
    const result = read(
      '<quiz><item/><question type="essay"><name><text>a</text></name><questiontext format="wiki"><text>b</text></questiontext><hidden>maybe</hidden><level>hard</level></question></quiz>',
      'moodle-xml',
    )
    expect(messages(result.warnings)).toEqual([
      '1: Question 1: <item> is not read',
      '1: Question 1: Unknown format "wiki" of a text',
      '1: Question 1: <level> is not read',
      '1: Question 1: Unknown value "maybe" of <hidden>',
    ])
  })
})

describe('GIFT numbers', () => {
  test.each([
    ['#3:2~#wrong', 3, 2],
    ['#=3:0#yes \\=4', 3, 0],
    ['#3#it is 3\\=3', 3, 0],
    ['#7.141..7.142', 7.1415, 0.0005],
    ['#-0.1..0.2', 0.05, 0.15],
    ['#0.1..0.3', 0.2, 0.1],
    ['#-2..-1', -1.5, 0.5],
  ])('%s', (answers, value, tolerance) => {
    expect(read(`What?{${answers}}`, 'gift').questions[0]?.row).toMatchObject({
      type: 'numeric',
      answer: { kind: 'number', value, tolerance },
    })
  })
})

describe('Moodle XML', () => {
  const question = (inner: string, text = 'What?') =>
    read(
      `<quiz><question type="multichoice"><name><text>T</text></name><questiontext format="html"><text><![CDATA[${text}]]></text></questiontext>${inner}</question></quiz>`,
      'moodle-xml',
    )
  const answer = (fraction: number, text: string, format = 'html') =>
    `<answer fraction="${fraction}" format="${format}"><text><![CDATA[${text}]]></text></answer>`

  test('keeps superscripts and subscripts', () => {
    const all = ['10<sup>3</sup>', '103', 'H<sub>2</sub>O', 'x<sup>a+b</sup>', 'x<sub>k</sub>']
    const result = question(all.map((text, at) => answer(at === 0 ? 100 : 0, text)).join(''))
    expect(optionsOf(result)).toEqual(['a* 10³', 'b 103', 'c H₂O', 'd x^(a+b)', 'e x_k'])
    expect(result.warnings).toEqual([])
  })

  test.each(['0', 'false', 'FALSE', ' 0 '])('reads <single>%s</single>', (single) => {
    const result = question(`<single>${single}</single>${answer(50, 'a')}${answer(50, 'b')}${answer(0, 'c')}`)
    expect(optionsOf(result)).toEqual(['a* a', 'b* b', 'c c'])
  })

  test.each([
    '<span lang="es" class="multilang">Hola</span> <span class="multilang" lang="en">Hello</span>',
    '{mlang es}Hola{mlang}{mlang en}Hello{mlang}',
    '{mlang es}Hola{mlang}{mlang other}Hello{mlang}',
    '<lang lang="en_us">Hello</lang><lang lang="es">Hola</lang>',
  ])('keeps one language of %s', (text) => {
    const result = question(answer(100, text) + answer(0, 'b'), text)
    expect(result.questions[0]?.row.content).toBe('Hello')
    expect(optionsOf(result)).toEqual(['a* Hello', 'b b'])
    expect(messages(result.warnings)[0]).toMatch(/Only one language is kept \(.*\), without es/)
  })

  test('escapes plain text', () => {
    const result = question(answer(100, '__proto__', 'plain_text') + answer(0, '`a`', 'plain_text'))
    expect(optionsOf(result)).toEqual(['a* \\_\\_proto\\_\\_', 'b \\`a\\`'])
  })
})

describe('Aiken', () => {
  test('reads options without a space, and with a no-break space', () => {
    const source = 'E.g. what?\nA)one\nB)\u00a0two\nC.three\nANSWER:\u00a0B\n'
    expect(detectFormat(source)).toBe('aiken')
    const result = read(source, 'aiken')
    expect(optionsOf(result)).toEqual(['a one', 'b* two', 'c three'])
    expect(result.questions[0]?.row.content).toBe('E.g. what?')
  })

  test('reports a line between options instead of giving it to the next question', () => {
    const result = read('One?\nA) a\nstray\nB) b\nTwo?\nA) a\nB) b\nANSWER: A\n', 'aiken')
    expect(titles(result)).toEqual(['Two?'])
    expect(messages(result.errors)).toEqual(['3: Question 1: Neither an option (A. …) nor ANSWER:'])
  })
})

describe('plain formats', () => {
  const texts = [
    '+',
    '- a',
    '* b',
    '> c',
    '# id',
    '1.',
    '2024. d',
    '---',
    '__proto__',
    'arr[0](1)',
    '&nbsp;',
    '`x`',
    '\\*',
  ]

  test('are escaped by an import to Aiken, and unescaped by an export', () => {
    const source = `What is # and *a*?\n${texts.map((text, at) => `${String.fromCharCode(65 + at)}. ${text}`).join('\n')}\nANSWER: A\n`
    const result = read(source, 'aiken')
    expect(result.questions[0]?.row.title).toBe('What is # and *a*?')
    expect(result.questions[0]?.row.content).toBe('What is # and \\*a\\*?')
    const question = { ...result.questions[0]?.row, explanation: '' } as PrintableQuestion
    expect(printQuestions([question], 'aiken').text).toBe(source)
  })

  test('keep their text in the other formats', () => {
    const result = read(`What?{=__proto__ ~&nbsp; ~> c ~[plain]\`x\` ~[markdown]**b** ~\`code\`}`, 'gift')
    const options = optionsOf(result)
    expect(options).toEqual([
      'a* \\_\\_proto\\_\\_',
      'b \\&nbsp;',
      'c \\> c',
      'd \\`x\\`',
      'e **b**',
      'f `code`',
    ])
    const question = { ...result.questions[0]?.row, explanation: '' } as PrintableQuestion
    for (const format of ['gift', 'moodle-xml', 'markdown', 'json'] as const) {
      expect(optionsOf(read(printQuestions([question], format).text, format))).toEqual(options)
    }
  })

  test('keep accepted answers as learners type them', () => {
    const result = read('What?{=__proto__ =a_b}', 'gift')
    expect(result.questions[0]?.row.answer).toMatchObject({ accepted: ['__proto__', 'a_b'] })
  })
})
