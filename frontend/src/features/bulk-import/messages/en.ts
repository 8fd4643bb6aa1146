import { pluralIn } from '../../../shared/i18n/plural.ts'

const n = pluralIn('en')

export const bulk = {
  title: 'Bulk Import',
  guideTitle: 'How to add questions',
  guide: [
    { title: 'Choose method', text: 'Paste Markdown or JSON, or choose a file.' },
    { title: 'Parse', text: 'See what was understood, and what was not. Nothing is saved yet.' },
    { title: 'Save', text: 'Good rows are added, each once. Bad ones are listed with their line.' },
  ],
  mode: 'Input method',
  markdown: 'Markdown',
  json: 'JSON Array',
  file: 'File upload',
  markdownLabel: 'Questions as Markdown',
  jsonLabel: 'Questions as JSON',
  fileLabel: 'Choose a file',
  fileHint: 'Markdown, JSON, GIFT, Aiken or Moodle XML, up to 20 MB',
  fileTooLarge: 'The file is larger than 20 MB. Split it into smaller ones.',
  template: 'Download Template',
  parse: 'Parse',
  parsing: 'Parsing...',
  // The product's own sentence, which knows no singular.
  parsed: (count: number, from: string) => `Successfully parsed ${count} questions from ${from}!`,
  formats: { json: 'JSON', markdown: 'Markdown', gift: 'GIFT', aiken: 'Aiken', 'moodle-xml': 'Moodle XML' },
  nothing: 'No question can be added from this.',
  summary: 'What was understood',
  toAdd: 'to add',
  duplicates: 'already there',
  failed: 'with errors',
  more: (count: number) => `... and ${count} more questions`,
  problems: 'Errors',
  warnings: 'Warnings',
  row: (index: string) => `Question ${index}`,
  line: (line: string) => `line ${line}`,
  save: (count: number) => n(count, { one: 'Add # question', other: 'Add # questions' }),
  saving: 'Adding questions...',
  savedTitle: 'Questions added',
  saved: (added: string, failed: string) => `${added} questions added successfully! ${failed} failed.`,
  skipped: (count: number) =>
    n(count, {
      one: '# was there already and was skipped.',
      other: '# were there already and were skipped.',
    }),
  parseFailed: 'This could not be read',
  saveFailed: 'Failed to add questions',
  another: 'Import more',
}

export type BulkMessages = typeof bulk
