import { DomainError, type QuestionFormat } from '@rehearse/contracts'
import { aikenFormat } from './aiken/aiken-format.ts'
import { giftFormat } from './gift/gift-format.ts'
import { jsonFormat } from './json/json-format.ts'
import { markdownFormat } from './markdown/markdown-format.ts'
import { moodleXmlFormat } from './moodle-xml/moodle-xml-format.ts'
import type { FormatModule } from './types.ts'

const modules: readonly FormatModule[] = [
  jsonFormat,
  markdownFormat,
  giftFormat,
  aikenFormat,
  moodleXmlFormat,
]

/** The formats that can be read and written. */
export const supportedFormats: readonly QuestionFormat[] = modules.map((module) => module.format)

/** Throws `unsupported_format` for one that can't. */
export function formatModule(format: QuestionFormat): FormatModule {
  const found = modules.find((module) => module.format === format)
  if (found) return found
  throw new DomainError({
    kind: 'unsupported',
    code: 'unsupported_format',
    message: `The format ${format} is not supported`,
  })
}
