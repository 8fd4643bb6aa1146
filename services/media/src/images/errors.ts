import { DomainError, IMAGE_MAX, type ImageUses, issueText, uploadImage } from '@rehearse/contracts'
import type { ZodError } from 'zod'

/** The file isn't an image, or is damaged. `why` is a sentence for the admin, not a code. */
export const notAnImage = (why: string, cause?: unknown) =>
  new DomainError({
    kind: 'unsupported',
    code: 'invalid_image',
    message: 'The file is not an image, or is damaged',
    details: [{ path: 'file', message: why }],
    cause,
  })

export const unsupportedImage = () =>
  new DomainError({
    kind: 'unsupported',
    code: 'unsupported_image',
    message: 'Images may be PNG, JPEG, WebP, AVIF or SVG',
  })

export const animatedImage = () =>
  new DomainError({
    kind: 'unsupported',
    code: 'animated_image',
    message: 'Animated images are not supported',
  })

export const imageTooLarge = () => new DomainError({ kind: 'too-large', ...uploadImage.tooLarge })

export const svgTooLarge = () =>
  new DomainError({
    kind: 'too-large',
    code: 'image_too_large',
    message: `SVG images may have up to ${IMAGE_MAX.svgBytes / 1024} KB`,
  })

export const tooManyPixels = () =>
  new DomainError({
    kind: 'too-large',
    code: 'too_many_pixels',
    message: `Images may have up to ${IMAGE_MAX.pixels / 1e6} million pixels, and ${IMAGE_MAX.side} on a side`,
  })

export const imageTooComplex = (cause?: unknown) =>
  new DomainError({
    kind: 'too-large',
    code: 'image_too_complex',
    message: 'The image takes too long to process. Simplify it, or save it as PNG.',
    cause,
  })

export const overloaded = () =>
  new DomainError({
    kind: 'unavailable',
    code: 'overloaded',
    message: 'Too many images are being processed, please try again',
    retryAfterSeconds: 5,
  })

export const imageFileMissing = () =>
  new DomainError({
    kind: 'invalid',
    code: 'file_required',
    message: 'A file is required',
    details: [{ path: 'file', message: 'is missing' }],
  })

export const altInvalid = (issues: ZodError['issues']) =>
  new DomainError({
    kind: 'invalid',
    code: 'alt_required',
    message: 'Describe the image in up to 300 characters',
    details: issues.map((issue) => ({ path: 'alt', message: issueText(issue) })),
  })

export const imageNotFound = () =>
  new DomainError({ kind: 'not-found', code: 'image_not_found', message: 'Image not found' })

export const imageInUse = ({ places, total }: ImageUses) =>
  new DomainError({
    kind: 'conflict',
    code: 'image_in_use',
    message: `The image is used in ${total} ${total === 1 ? 'place' : 'places'}`,
    details: places.map(({ kind, id, title }) => ({ path: `${kind}.${id}`, message: title })),
  })

export const usesUnknown = (cause: unknown) =>
  new DomainError({
    kind: 'unavailable',
    code: 'image_uses_unknown',
    message: 'Whether the image is used is not known at the moment, please try again',
    retryAfterSeconds: 1,
    cause,
  })
