import type { MarkdownFieldMessages } from './field-messages.en.ts'

export const markdownField: MarkdownFieldMessages = {
  format: (label) => `التنسيق: ${label}`,
  bold: 'عريض',
  code: 'شيفرة',
  block: 'كتلة شيفرة',
  link: 'رابط',
  preview: 'معاينة',
  previewOf: (label) => `معاينة: ${label}`,
}
