import { IMPORT_BODY_LIMIT } from '@rehearse/contracts/constants'
import { type FeatureTables, useFeatureMessages } from '../../shared/i18n/feature-messages.ts'
import { pluralIn } from '../../shared/i18n/plural.ts'

const n = pluralIn('en')

export const bulk = {
  title: 'Bulk Add Questions',
  lead: 'Add many questions at once: with a form, as JSON or Markdown, or from a file.',
  guideTitle: 'How to add questions',
  guide: [
    { title: 'Choose method', text: 'Fill in the form, paste JSON or Markdown, or drop a file.' },
    { title: 'Parse', text: 'Check what was recognized and what was not. Nothing is saved yet.' },
    {
      title: 'Save',
      text: 'Valid questions are added, each once. Those with errors are listed with their line.',
    },
  ],
  section: 'Section',
  noSection: 'General Questions',
  onDuplicate: 'Existing questions',
  duplicateChoices: { skip: 'Skip them', update: 'Overwrite them', add: 'Add them again' },
  mode: 'Input method',
  modes: {
    form: 'Form Input',
    json: 'JSON Array',
    markdown: 'Markdown',
    sheet: 'Spreadsheet',
    any: 'Any file',
  },
  labels: {
    json: 'Questions as JSON',
    markdown: 'Questions as Markdown',
    any: 'Questions in any format',
  },
  fileLabel: 'Choose a file',
  fileHint: `Or drop one here: Markdown, JSON, GIFT, Aiken or Moodle XML, up to ${IMPORT_BODY_LIMIT / 1024 ** 2} MB`,
  fileTooLarge: `The file is larger than ${IMPORT_BODY_LIMIT / 1024 ** 2} MB. Split it into smaller ones.`,
  sheetFile: 'Choose a CSV or Excel file',
  sheetHint: `The first row names the columns. Up to 20,000 rows and ${IMPORT_BODY_LIMIT / 1024 ** 2} MB.`,
  sheetProblems: {
    unreadable: 'This file could not be read as CSV or Excel (.xlsx).',
    'too-large': `A sheet may have up to 20,000 rows, 100 columns and ${IMPORT_BODY_LIMIT / 1024 ** 2} MB. Split it into smaller ones.`,
  },
  sheetRows: (count: number) => n(count, { one: '# row', other: '# rows' }),
  sheetRow: (row: string) => `row ${row}`,
  mapping: 'What each column contains',
  column: (number: string) => `Column ${number}`,
  notImported: 'Not imported',
  pasted: 'Pasted text',
  characters: (count: string) => `${count} characters, too many to edit here`,
  takeAway: 'Remove',
  format: 'Format',
  detect: 'Detect automatically',
  template: 'Download Template',
  templateOf: (format: string) => `${format} template`,
  parse: 'Parse',
  parsing: 'Parsing...',
  // The specification's text, which has no singular.
  parsed: (count: number, from: string) => `Successfully parsed ${count} questions from ${from}!`,
  formats: { json: 'JSON', markdown: 'Markdown', gift: 'GIFT', aiken: 'Aiken', 'moodle-xml': 'Moodle XML' },
  nothing: 'No questions found to add.',
  summary: 'Questions found',
  toAdd: 'to add',
  duplicates: 'existing',
  failed: 'with errors',
  warnings: 'warnings',
  more: (count: number) => `... and ${count} more questions`,
  sideBySide: 'Side by side with the source',
  show: 'Show',
  kinds: { all: 'All', failed: 'With errors', warned: 'With warnings', duplicates: 'Existing' },
  noneOfThese: 'No questions match this filter.',
  row: (index: string) => `Question ${index}`,
  line: (line: string) => `line ${line}`,
  sourceOf: (title: string) => `Source of "${title}"`,
  right: 'correct',
  twice: 'This appears twice in the source; the second one is skipped.',
  there: 'This question already exists',
  save: (count: number) => n(count, { one: 'Add # question', other: 'Add # questions' }),
  saveForm: 'Save questions',
  saving: 'Adding questions...',
  incomplete: 'At least one complete question is required',
  savedTitle: 'Questions added',
  saved: (added: string, failed: string) => `${added} questions added successfully! ${failed} failed.`,
  importFailed: (errors: string) => `Failed to import questions: ${errors}`,
  skipped: (count: number) =>
    n(count, {
      one: '# already existed and was skipped.',
      other: '# already existed and were skipped.',
    }),
  outcome: 'Added',
  problems: (count: string) => `Not added (${count})`,
  downloadFailed: 'Download failed questions',
  downloadFailedHint: ' Fix them in that file, then import it.',
  parseFailed: 'This could not be parsed',
  tooComplex: 'Reading this file takes too long. Split it into smaller files or simplify it.',
  saveFailed: 'Failed to add questions',
  another: 'Import more',
  progress: 'Import progress',
  done: (state: string, done: string, total: string) => `${state} ${done} of ${total}`,
  states: {
    reading: 'Reading...',
    waiting: 'Waiting...',
    storing: 'Saving...',
    failed: 'Failed: nothing was saved.',
    interrupted: 'Interrupted: nothing was saved.',
    done: 'Done',
    undone: 'Undone',
  },
  recent: 'Recent imports',
  recentFailed: 'Recent imports could not be loaded',
  dryRun: 'dry run',
  counts: (added: string, skipped: string, failed: string) =>
    `${added} added, ${skipped} skipped, ${failed} failed`,
  undo: 'Undo',
  undoOf: (source: string) => `Undo import of ${source}`,
  undoing: 'Undoing...',
  undoTitle: 'Undo this import',
  undoText: (count: number) =>
    n(count, {
      one: 'The question it added is removed, or its change reverted, unless someone has edited it since.',
      other:
        'The # questions it added are removed, or their changes reverted, unless someone has edited them since.',
    }),
  undone: (removed: number, reverted: number) => `Undone: ${removed} removed, ${reverted} reverted.`,
  undoSkipped: (count: number) =>
    n(count, {
      one: '# was edited since then and was kept.',
      other: '# were edited since then and were kept.',
    }),
  undoFailed: 'This could not be undone',

  form: {
    question: (number: string) => `Question ${number}`,
    removeQuestion: (number: string) => `Remove question ${number}`,
    addQuestion: 'Add another question',
    title: 'Title',
    content: 'Content',
    markdownHint: 'Markdown, with code between ``` lines',
    type: 'Type',
    multipleChoice: 'Multiple choice, one correct option',
    multiple: 'Several correct options',
    difficulty: 'Difficulty',
    options: 'Options',
    option: (letter: string) => `Option ${letter}`,
    optionCorrect: (letter: string) => `Option ${letter} is correct`,
    addOption: 'Add option',
    removeOption: (letter: string) => `Remove option ${letter}`,
    explanation: 'Explanation',
  },
}

export type BulkMessages = typeof bulk

const tables: FeatureTables<BulkMessages> = {
  en: () => bulk,
  ar: async () => (await import('./messages.ar.ts')).bulk,
}

export const useBulkMessages = () => useFeatureMessages(tables)
