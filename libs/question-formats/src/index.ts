export { detectFormat } from './detect-format.ts'
export { parseJsonRow } from './formats/parse-json-row.ts'
export { supportedFormats } from './formats.ts'
export { parseQuestions, parseQuestionsInChunks } from './parse-questions.ts'
export {
  type PrintedPiece,
  printQuestions,
  type QuestionPrinter,
  questionPrinter,
} from './print-questions.ts'
export type {
  ParseDefaults,
  ParsedQuestion,
  ParseIssue,
  ParseResult,
  PrintableOption,
  PrintableQuestion,
  ReadQuestion,
} from './types.ts'
