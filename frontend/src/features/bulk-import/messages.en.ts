import { IMPORT_BODY_LIMIT } from '@rehearse/contracts/constants'
import { type FeatureTables, useFeatureMessages } from '../../shared/i18n/feature-messages.ts'
import { pluralIn } from '../../shared/i18n/plural.ts'

const n = pluralIn('en')

export const bulk = {
  title: 'Bulk Add Questions',
  lead: 'Many questions at once: from a form, from JSON or Markdown, or out of a file.',
  guideTitle: 'How to add questions',
  guide: [
    { title: 'Choose method', text: 'Fill in the form, paste JSON or Markdown, or drop a file.' },
    { title: 'Parse', text: 'See what was understood, and what was not. Nothing is saved yet.' },
    { title: 'Save', text: 'Good questions are added, each once. Bad ones are listed with their line.' },
  ],
  section: 'Section',
  noSection: 'General Questions',
  onDuplicate: 'Questions that are there already',
  duplicateChoices: { skip: 'Skip them', update: 'Overwrite them', add: 'Add them once more' },
  mode: 'Input method',
  modes: { form: 'Form Input', json: 'JSON Array', markdown: 'Markdown', any: 'Any file' },
  labels: {
    json: 'Questions as JSON',
    markdown: 'Questions as Markdown',
    any: 'Questions in any format',
  },
  fileLabel: 'Choose a file',
  fileHint: `Or drop one here: Markdown, JSON, GIFT, Aiken or Moodle XML, up to ${IMPORT_BODY_LIMIT / 1024 ** 2} MB`,
  fileTooLarge: `The file is larger than ${IMPORT_BODY_LIMIT / 1024 ** 2} MB. Split it into smaller ones.`,
  pasted: 'Pasted text',
  characters: (count: string) => `${count} characters, too many to be edited here`,
  takeAway: 'Take it away',
  format: 'Format',
  detect: 'Told from the text',
  template: 'Download Template',
  templateOf: (format: string) => `${format} template`,
  parse: 'Parse',
  parsing: 'Parsing...',
  // The specification's text, which has no singular.
  parsed: (count: number, from: string) => `Successfully parsed ${count} questions from ${from}!`,
  formats: { json: 'JSON', markdown: 'Markdown', gift: 'GIFT', aiken: 'Aiken', 'moodle-xml': 'Moodle XML' },
  nothing: 'No question can be added from this.',
  summary: 'What was understood',
  toAdd: 'to add',
  duplicates: 'already there',
  failed: 'with errors',
  warnings: 'warnings',
  more: (count: number) => `... and ${count} more questions`,
  sideBySide: 'Side by side with the source',
  show: 'Show',
  kinds: { all: 'All', failed: 'With errors', warned: 'With warnings', duplicates: 'Already there' },
  noneOfThese: 'There are none of these.',
  row: (index: string) => `Question ${index}`,
  line: (line: string) => `line ${line}`,
  sourceOf: (title: string) => `Source of "${title}"`,
  right: 'right',
  twice: 'This stands in the source twice; the second one is skipped.',
  there: 'This question is there already',
  save: (count: number) => n(count, { one: 'Add # question', other: 'Add # questions' }),
  saveForm: 'Save questions',
  saving: 'Adding questions...',
  incomplete: 'At least one complete question is required',
  savedTitle: 'Questions added',
  saved: (added: string, failed: string) => `${added} questions added successfully! ${failed} failed.`,
  importFailed: (errors: string) => `Failed to import questions: ${errors}`,
  skipped: (count: number) =>
    n(count, {
      one: '# was there already and was skipped.',
      other: '# were there already and were skipped.',
    }),
  outcome: 'What was added',
  problems: (count: string) => `Not added (${count})`,
  downloadFailed: 'Download what failed',
  downloadFailedHint: ' Fix it in that file, then import the file.',
  parseFailed: 'This could not be read',
  tooComplex: 'Reading this file takes too long. Split it into smaller files or simplify it.',
  saveFailed: 'Failed to add questions',
  another: 'Import more',
  progress: 'Progress of the import',
  done: (state: string, done: string, total: string) => `${state} ${done} of ${total}`,
  states: {
    reading: 'Reading...',
    waiting: 'Waiting for its turn...',
    storing: 'Storing...',
    failed: 'Failed: nothing was stored.',
    interrupted: 'Interrupted: nothing was stored.',
    done: 'Done',
    undone: 'Undone',
  },
  recent: 'Last imports',
  recentFailed: 'The last imports could not be loaded',
  dryRun: 'a try',
  counts: (added: string, skipped: string, failed: string) =>
    `${added} added, ${skipped} skipped, ${failed} failed`,
  undo: 'Undo',
  undoOf: (source: string) => `Undo the import of ${source}`,
  undoing: 'Undoing...',
  undoTitle: 'Undo this import',
  undoText: (count: number) =>
    n(count, {
      one: 'The question that it has added or changed is as before. If somebody has edited it since, it stays.',
      other:
        'The # questions that it has added or changed are as before. What somebody has edited since stays.',
    }),
  undone: (removed: number, reverted: number) => `Undone: ${removed} removed, ${reverted} as they were.`,
  undoKept: (count: number) =>
    n(count, {
      one: '# was edited by someone since, and stays.',
      other: '# were edited by someone since, and stay.',
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
    multipleChoice: 'Multiple choice, one right option',
    multiple: 'Several right options',
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
