export { detectFormat } from './detect-format.ts'
export { escapeMarkdown, unescapeMarkdown } from './escape-markdown.ts'
export { parseJsonRow } from './formats/parse-json-row.ts'
export {
  type PrintedPiece,
  parseQuestions,
  parseQuestionsInChunks,
  printQuestions,
  type QuestionPrinter,
  questionPrinter,
  supportedFormats,
} from './formats.ts'
export type {
  ParseDefaults,
  ParsedQuestion,
  ParseIssue,
  ParseResult,
  PrintableOption,
  PrintableQuestion,
  ReadQuestion,
} from './types.ts'
