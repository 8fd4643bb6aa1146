import { featureMessages } from '../../shared/i18n/feature-messages.ts'
import { pluralIn } from '../../shared/i18n/plural.ts'

const n = pluralIn('en')

export const images = {
  title: 'Images',
  lead: 'The images of questions and lessons.',
  search: 'Search by description or file name',
  upload: 'Upload an image',
  loadFailed: 'Images could not be loaded',
  empty: 'No images yet',
  emptyText: 'Upload one here. In the question editor, you can also paste or drop an image.',
  nothingFound: 'No images match this search',
  showing: (from: string, to: string, of: string) => `Showing ${from} to ${to} of ${of} images`,
  facts: (width: string, height: string, kilobytes: string) => `${width} × ${height}, ${kilobytes} kB`,
  uploaded: (when: string) => `Uploaded ${when}`,
  alt: 'Alternative text',
  altHint: 'New uses of the image start with this text. Existing ones keep theirs.',
  save: 'Save',
  saved: 'Alternative text saved',
  saving: 'Saving...',
  saveFailed: 'The text could not be saved',
  copy: 'Copy Markdown',
  copied: 'Markdown copied',
  copyFailed: 'The browser did not allow copying',
  unused: 'Not used',
  usesUnknown: 'Its uses are unavailable right now. Reload the page to try again.',
  usedIn: (count: number) => n(count, { one: 'Used in # place', other: 'Used in # places' }),
  more: (count: number) => n(count, { one: 'and # more', other: 'and # more' }),
  kinds: {
    question: 'Question',
    translation: 'Translation',
    'learning-path': 'Learning path',
    other: 'Library',
  },
  delete: (name: string) => `Delete ${name}`,
  deleteTitle: 'Delete image',
  deleteText: (name: string) => `Delete "${name}"? You can restore it from the trash for 30 days.`,
  deleted: 'Image deleted',
  deleteFailed: 'The image could not be deleted',
  inUse: 'It is in use. Remove it from these places first.',
}

export type ImageMessages = typeof images

export const useImageMessages = featureMessages<ImageMessages>({
  en: () => images,
  ar: async () => (await import('./messages.ar.ts')).images,
})
