import { Readable } from 'node:stream'
import {
  changeImage,
  deleteImage,
  getImage,
  IMAGE_MAX,
  imageAlt,
  listImages as listImagesEndpoint,
  paginate,
  uploadImage,
} from '@rehearse/contracts'
import { type App, hasETag, type Nats, principalOf, serve } from '@rehearse/service-kit'
import { receiveForm, rejectLargeForm } from '../storage/receive-form.ts'
import type { Staging } from '../storage/staging.ts'
import type { Storage } from '../storage/storage.ts'
import type { Db } from '../tables.ts'
import { addImage } from './add-image.ts'
import {
  altInvalid,
  imageFileMissing,
  imageInUse,
  imageNotFound,
  imageTooLarge,
  usesUnknown,
} from './errors.ts'
import { changeAlt, findFile, listImages, markDeleted } from './repository.ts'
import { findUses } from './sweep.ts'

interface Services {
  db: Db
  nats: Nats
  storage: Storage
  staging: Staging
}

/** Routes that upload, serve, list, describe and delete images. */
export function imageRoutes(app: App, services: Services): void {
  uploadRoute(app, services)
  downloadRoute(app, services)
  listRoute(app, services)
  serve(app, changeImage, { failureMessage: 'Failed to change the image' }, async (request) => {
    const image = await changeAlt(services.db, request.params.id, request.body.alt)
    if (image === undefined) throw imageNotFound()
    return { success: true as const, data: image, message: 'Image updated' }
  })
  deleteRoute(app, services)
}

const limit = { bytes: IMAGE_MAX.bytes, exceeded: imageTooLarge }

function uploadRoute(app: App, { db, storage, staging }: Services): void {
  serve(
    app,
    uploadImage,
    {
      failureMessage: 'Failed to upload the image',
      preParsing: rejectLargeForm(limit),
      attachValidation: true,
    },
    async (request) => {
      // The body is a form, which is validated below.
      if (request.validationError && request.validationError.validationContext !== 'body')
        throw request.validationError
      const { fields, file, fileName } = await receiveForm(request, staging, { limit })
      try {
        if (file === undefined) throw imageFileMissing()
        const alt = imageAlt.safeParse(fields.get('alt'))
        if (!alt.success) throw altInvalid(alt.error.issues)
        const added = await addImage(
          { db, storage },
          {
            file,
            fileName: readableName(fileName),
            alt: alt.data,
            actor: principalOf(request).id,
            dryRun: request.query.dryRun ?? false,
          },
        )
        return {
          success: true as const,
          data: added.image,
          removed: added.removed,
          message: 'Image uploaded successfully!',
        }
      } finally {
        await file?.discard()
      }
    },
  )
}

/** Only shown to admins, never used as a path. Control characters could still disturb a page or a log. */
const readableName = (name: string): string =>
  name
    .toWellFormed()
    .replace(/\p{Cc}/gu, '')
    .slice(0, 200)

/**
 * An id always identifies the same bytes. If an SVG is opened as a page, it may load nothing, run nothing and reach
 * nothing of ours.
 */
const headers = {
  'cache-control': 'public, max-age=31536000, immutable',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
}

function downloadRoute(app: App, { db, storage }: Services): void {
  serve(app, getImage, { attachValidation: true }, async (request, reply) => {
    // A URL of another form is not found, like one whose image was deleted.
    const file = request.validationError
      ? undefined
      : await findFile(db, request.params.id, request.query.w && Number(request.query.w))
    if (file === undefined) throw imageNotFound()
    const { name, mimeType, bytes } = file
    const lasting = { ...headers, etag: `"${name}"` }
    if (hasETag(request.headers['if-none-match'], lasting.etag))
      return reply.code(304).headers(lasting).send()
    const head = { ...lasting, 'content-type': mimeType, 'content-length': bytes }
    // Fastify keeps the given Content-Length of a HEAD response only if the body is a stream.
    if (request.method === 'HEAD') return reply.headers(head).send(Readable.from([]))
    const body = await storage.read(name, { start: 0, end: bytes - 1 })
    return reply.headers(head).send(body)
  })
}

function listRoute(app: App, { db, nats }: Services): void {
  serve(app, listImagesEndpoint, async ({ query, log }) => {
    const { search, page, pageSize } = query
    const { images, total } = await listImages(db, { search, page, pageSize })
    const uses = await findUses(
      nats,
      images.map(({ id }) => id),
    ).catch((err: unknown) => {
      log.warn({ err }, 'where images are used is unknown')
      return null
    })
    return {
      success: true as const,
      data: images.map((image) => ({
        ...image,
        uses: uses && (uses[image.id] ?? { places: [], total: 0 }),
      })),
      pagination: paginate(page, pageSize, total),
    }
  })
}

function deleteRoute(app: App, { db, nats }: Services): void {
  serve(app, deleteImage, { failureMessage: 'Failed to delete the image' }, async (request) => {
    const { id } = request.params
    const uses = await findUses(nats, [id]).catch((cause: unknown) => {
      throw usesUnknown(cause)
    })
    if (uses[id]) throw imageInUse(uses[id])
    if (!(await markDeleted(db, id, { by: principalOf(request).id, at: new Date() }))) throw imageNotFound()
    return { success: true as const, message: 'Image deleted' }
  })
}
