import { TEXT_MAX } from '@rehearse/contracts/constants'
import { uploadImage } from '../../shared/admin/upload-image.ts'
import { ApiError } from '../../shared/api/api-error.ts'
import { imageAt, imageReferences, type SourceImage, withAddresses } from './source-images.ts'

/** What happened to an image of a source. */
export interface ImageNote {
  /** Its address in the text, to find the questions that show it. */
  address: string
  name: string
  /** `missing` if the source doesn't include it; `unused` if nothing in it refers to the file. */
  kind: 'missing' | 'unused' | 'refused' | 'no-alt' | 'removed'
  /** Why the server refused it. */
  error?: ApiError
  /** The parts that were removed from an SVG. */
  removed?: readonly string[]
}

export interface TakenImages {
  /** The text with the addresses that the images have, or will have. */
  content: string
  notes: ImageNote[]
  taken: number
}

/**
 * Validates or uploads the images of a text, and puts their addresses into it. An image that can't be taken keeps its
 * address, and has a note.
 * @throws {ApiError} if the server isn't available
 */
export async function takeImages(
  content: string,
  images: readonly SourceImage[],
  { dryRun }: { dryRun: boolean },
): Promise<TakenImages> {
  const notes: ImageNote[] = []
  const addresses = new Map<string, string>()
  const used = new Set<SourceImage>()
  for (const { address, alt } of imageReferences(content)) {
    const image = imageAt(images, address)
    if (image === undefined) {
      notes.push({ address, name: address, kind: 'missing' })
      continue
    }
    used.add(image)
    const { name } = image
    const plainName = name.slice(name.lastIndexOf('/') + 1)
    const description = (alt || plainName.replace(/\.\w+$/, '') || plainName).slice(0, TEXT_MAX.imageAlt)
    try {
      const file = new Blob([image.bytes])
      const { data, removed } = await whenAllowed(() =>
        uploadImage(file, { alt: description, name: plainName, dryRun }),
      )
      addresses.set(address, data.url)
      if (alt === '') notes.push({ address: data.url, name, kind: 'no-alt' })
      if (removed.length > 0) notes.push({ address: data.url, name, kind: 'removed', removed })
    } catch (error) {
      if (!(error instanceof ApiError) || error.isTransient || error.isUnauthenticated) throw error
      notes.push({ address, name, kind: 'refused', error })
    }
  }
  for (const image of images) {
    if (!used.has(image)) notes.push({ address: image.address, name: image.name, kind: 'unused' })
  }
  return { content: withAddresses(content, addresses), notes, taken: addresses.size }
}

/** How often a call waits for the limit on uploads per minute. */
const WAITS = 10

/** Repeats a call that exceeded the limit, after the time that the server asks for. */
async function whenAllowed<Result>(call: () => Promise<Result>): Promise<Result> {
  for (let wait = 0; ; wait += 1) {
    try {
      return await call()
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 429 || wait === WAITS) throw error
      const seconds = Number((error.cause as Response | undefined)?.headers.get('retry-after')) || 5
      await new Promise((resolve) => setTimeout(resolve, Math.min(60, seconds) * 1_000))
    }
  }
}
