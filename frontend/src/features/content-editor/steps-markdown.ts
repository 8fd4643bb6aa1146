/** A step of a learning path in a Markdown file. */
export interface FileStep {
  readonly id: string
  readonly title: string
  readonly summary: string
  readonly questionIds: readonly string[]
  readonly lesson: string
}

/** Prints each step as front matter and its lesson, one after the other. */
export const printSteps = (steps: readonly FileStep[]): string => steps.map(printStep).join('')

const printStep = ({ id, title, summary, questionIds, lesson }: FileStep): string =>
  [
    '---',
    `id: ${value(id)}`,
    `title: ${value(title)}`,
    `summary: ${value(summary)}`,
    'questions:',
    ...questionIds.map((question) => `- ${question}`),
    '---',
    '',
    `${lesson.replaceAll(start, '\\$&')}\n\n`,
  ].join('\n')

/** The first line of a step, also where a lesson shows one: there, each has one more backslash. */
const start = /^\\*---(?=\nid: )/gm

/** JSON where plain text would be read as something else. */
const value = (text: string): string => (/^"|^\s|\s$|\n/.test(text) ? JSON.stringify(text) : text)

/** The steps in a file that `printSteps` made, perhaps edited since; none if it has another form. */
export function readSteps(text: string): FileStep[] {
  const parts = text
    .replace(/^\uFEFF/, '')
    .replaceAll('\r\n', '\n')
    .split(/^---(?=\nid: )/m)
  const steps = parts.slice(1).map(readStep)
  return parts[0]?.trim() === '' ? steps.filter((step) => step !== undefined) : []
}

function readStep(part: string): FileStep | undefined {
  const [, front, lesson = ''] = /^(.*?)\n---(?:\n(.*))?$/s.exec(part) ?? []
  if (front === undefined) return
  const lines = front.split('\n')
  const field = (name: string) =>
    textOf(lines.find((line) => line.startsWith(`${name}:`))?.slice(name.length + 1))
  return {
    id: field('id'),
    title: field('title'),
    summary: field('summary'),
    questionIds: lines.filter((line) => line.startsWith('- ')).map((line) => line.slice(2).trim()),
    lesson: lesson
      .replace(/^\n/, '')
      .replace(/\n{1,2}$/, '')
      .replaceAll(/^\\(?=\\*---\nid: )/gm, ''),
  }
}

function textOf(given = ''): string {
  const text = given.trim()
  try {
    return text.startsWith('"') ? String(JSON.parse(text)) : text
  } catch {
    return text
  }
}
