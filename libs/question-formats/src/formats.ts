import { DomainError, type QuestionFormat } from '@rehearse/contracts'
import { aikenFormat } from './formats/aiken-format.ts'
import { giftFormat } from './formats/gift-format.ts'
import { jsonFormat } from './formats/json-format.ts'
import { moodleXmlFormat } from './formats/moodle-xml-format.ts'
import { markdownFormat } from './markdown/markdown-format.ts'
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

/** @throws {DomainError} `unsupported_format` */
export function formatModule(format: QuestionFormat): FormatModule {
  const found = modules.find((module) => module.format === format)
  if (found) return found
  throw new DomainError({
    kind: 'unsupported',
    code: 'unsupported_format',
    message: `The format ${format} is not supported`,
  })
}
