import { z } from 'zod'
import {
  messageReply,
  pageQuery,
  pagination,
  queryBoolean,
  shortText,
  success,
  timestamp,
} from '../common.ts'
import { TEXT_MAX, UPLOAD_BODY_LIMIT, UPLOAD_TOO_LARGE } from '../constants.ts'
import { endpoint } from '../endpoint.ts'

/**
 * The hash of the uploaded bytes, the size in pixels, and the format: from the URL alone, a page knows how much room
 * the image takes.
 */
export const imageId = z
  .string()
  .regex(/^[0-9a-f]{32}-\d{1,5}x\d{1,5}\.(webp|svg)$/, 'must be the id of an image')

/** The widths in pixels, besides its own, in which an image is stored unless it is smaller. */
export const imageWidths = ['480', '960', '1600'] as const

export const imageUrl = (id: string): string => `/api/images/${id}`

export const imageParams = z.object({ id: imageId })
export const imageAlt = shortText(TEXT_MAX.imageAlt)

/** Where an image appears: a question, its translation, a learning path (its lessons), or an entry of the library. */
export const imagePlace = z.object({ kind: z.string(), id: z.string(), title: z.string() })
export type ImagePlace = z.infer<typeof imagePlace>

/** The uses of an image: the first of them, and how many there are. */
export const imageUses = z.object({ places: z.array(imagePlace), total: z.int() })
export type ImageUses = z.infer<typeof imageUses>

export const storedImage = z
  .object({
    id: imageId,
    url: z.string(),
    alt: z.string(),
    /** The name of the uploaded file. */
    name: z.string(),
    width: z.int(),
    height: z.int(),
    bytes: z.int(),
    uploadedBy: z.string(),
    uploadedAt: timestamp,
  })
  .meta({ id: 'StoredImage' })
export type StoredImage = z.infer<typeof storedImage>

export const imageUploadReply = success({
  data: storedImage,
  /** The elements and attributes that were removed to make an SVG safe. */
  removed: z.array(z.string()),
  message: z.string(),
})

export const imageListQuery = z.object({
  ...pageQuery.shape,
  search: z.string().trim().max(TEXT_MAX.search).optional(),
})
export const imageListReply = success({
  /** `uses` is null while the questions service doesn't respond. */
  data: z.array(storedImage.extend({ uses: imageUses.nullable() })),
  pagination,
})

export const imageChange = z.object({ alt: imageAlt })
export const imageChangeReply = success({ data: storedImage, message: z.string() })

/** A request of media to the questions service: where these images appear. */
export const imageUsesSubject = 'service.questions.image-uses'
export const imageUsesRequest = z.object({ ids: z.array(imageId).max(100) })
export type ImageUsesRequest = z.infer<typeof imageUsesRequest>
/** By image; those without uses are left out. */
export const imageUsesReply = z.object({ uses: z.record(z.string(), imageUses) })
export type ImageUsesReply = z.infer<typeof imageUsesReply>

export const uploadImage = endpoint({
  method: 'POST',
  path: '/api/images',
  service: 'media',
  access: 'author',
  limit: 'UPLOAD',
  bodyLimit: UPLOAD_BODY_LIMIT,
  tooLarge: { code: 'image_too_large', message: UPLOAD_TOO_LARGE },
  timeout: 120,
  summary: 'Upload an image for questions and lessons',
  description:
    'The bytes decide the format. Metadata is removed, large images are resized, and SVG is made safe. Uploading the same bytes again returns the same image.',
  consumes: ['multipart/form-data'],
  query: z.object({ dryRun: queryBoolean.optional() }),
  body: z.object({
    file: z.string().meta({
      format: 'binary',
      description: 'PNG, JPEG, WebP or AVIF up to 10,485,760 bytes, or SVG up to 524,288 bytes',
    }),
    alt: imageAlt,
  }),
  response: { 200: imageUploadReply },
})

export const getImage = endpoint({
  method: 'GET',
  path: '/api/images/:id',
  service: 'media',
  access: 'anyone',
  summary: 'Get an image',
  params: imageParams,
  query: z.object({ w: z.enum(imageWidths).optional() }),
})

export const listImages = endpoint({
  method: 'GET',
  path: '/api/admin/images',
  service: 'media',
  access: 'admin',
  summary: 'List images, newest first, and where they are used',
  query: imageListQuery,
  response: { 200: imageListReply },
})

export const changeImage = endpoint({
  method: 'PATCH',
  path: '/api/images/:id',
  service: 'media',
  access: 'admin',
  summary: 'Change the alternative text that an image is inserted with',
  params: imageParams,
  body: imageChange,
  response: { 200: imageChangeReply },
})

export const deleteImage = endpoint({
  method: 'DELETE',
  path: '/api/images/:id',
  service: 'media',
  access: 'admin',
  summary: 'Delete an image that nothing uses',
  description: 'Uploading the same file within 30 days restores it.',
  params: imageParams,
  response: { 200: messageReply },
  errors: {
    image_in_use: { status: 409, description: 'Something uses the image; `details` has the places' },
  },
})
