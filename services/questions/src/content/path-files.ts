import { PATH_STEPS, pathStep } from '@rehearse/contracts'
import { z } from 'zod'

const stepFile = pathStep.omit({ questionIds: true }).extend({ questions: z.array(z.string()).max(50) })

/** A step as defined in its file, with the permanent ids of its questions. */
type StepFile = z.infer<typeof stepFile>

/**
 * The steps of a learning path, in the order of their file names: `03-closures.md` is a step with the id `closures`.
 * @param text the files as JSON: `[{ file, text }]`
 * @throws {ZodError | SyntaxError} if a file is invalid
 */
export function readPathSteps(text: string): StepFile[] {
  const files = z.array(z.object({ file: z.string(), text: z.string() })).max(PATH_STEPS)
  return files.parse(JSON.parse(text)).map(readStep)
}

/** Front matter (title, summary, and a list of questions), then the lesson as Markdown. */
function readStep({ file, text }: { file: string; text: string }): StepFile {
  const [, frontMatter, lesson = ''] = /^---\n(.*?)\n---(?:\n(.*))?$/s.exec(text) ?? []
  const id = /^\d\d-(.+)\.md$/.exec(file)?.[1]
  if (frontMatter === undefined || id === undefined)
    throw new SyntaxError(`${file} is not named or written as a step is`)
  const fields = [...frontMatter.matchAll(/^(\w+): (.+)$/gm)].map(([, key, value]) => [key, value])
  const questions = [...frontMatter.matchAll(/^- (.+)$/gm)].map(([, question]) => question)
  return stepFile.parse({ ...Object.fromEntries(fields), id, questions, lesson: lesson.trim() })
}
