import { featureMessages } from '../../i18n/feature-messages.ts'

export const markdownField = {
  format: (label: string) => `Formatting: ${label}`,
  bold: 'Bold',
  code: 'Code',
  block: 'Code block',
  link: 'Link',
  preview: 'Preview',
  previewOf: (label: string) => `Preview: ${label}`,
}

export type MarkdownFieldMessages = typeof markdownField

export const useMarkdownFieldMessages = featureMessages<MarkdownFieldMessages>({
  en: () => markdownField,
  ar: async () => (await import('./field-messages.ar.ts')).markdownField,
})
