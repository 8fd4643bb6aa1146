import { IMAGE_MAX } from '@rehearse/contracts/content-limits'
import { featureMessages } from '../../i18n/feature-messages.ts'

export const markdownField = {
  format: (label: string) => `Formatting: ${label}`,
  bold: 'Bold',
  code: 'Code',
  block: 'Code block',
  link: 'Link',
  image: 'Image',
  addImage: 'Add an image',
  chooseImage: 'Choose an image',
  imageLimits: `PNG, JPEG, WebP, AVIF or SVG, ${IMAGE_MAX.bytes / 1024 ** 2} MB at most.`,
  alt: 'Alternative text',
  altHint: 'Describe the image for people who can’t see it.',
  altMissing: 'Describe the image.',
  fileMissing: 'Choose an image.',
  upload: 'Upload and insert',
  uploading: 'Uploading...',
  uploadFailed: 'Failed to upload the image',
  removed: (parts: string) => `Removed to make the SVG safe: ${parts}. Check that it still looks right.`,
  insert: 'Insert',
  preview: 'Preview',
  previewOf: (label: string) => `Preview: ${label}`,
}

export type MarkdownFieldMessages = typeof markdownField

export const useMarkdownFieldMessages = featureMessages<MarkdownFieldMessages>({
  en: () => markdownField,
  ar: async () => (await import('./field-messages.ar.ts')).markdownField,
})
