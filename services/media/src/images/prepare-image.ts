import { open, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import { DomainError, IMAGE_MAX, imageWidths } from '@rehearse/contracts'
import sharp from 'sharp'
import type { StagedFile } from '../storage/staging.ts'
import {
  animatedImage,
  imageTooComplex,
  notAnImage,
  overloaded,
  svgTooLarge,
  tooManyPixels,
  unsupportedImage,
} from './errors.ts'
import type { SafeSvg, SvgReply } from './sanitize-svg.ts'

export interface PreparedImage {
  format: 'webp' | 'svg'
  width: number
  height: number
  /** The parts that were removed to make an SVG safe. */
  removed: string[]
  /** Largest first; beside the staged file, until they are stored. */
  files: { path: string; width: number; bytes: number }[]
}

/** The largest stored side, in pixels: twice the widest column of text, for dense screens. */
const LARGEST = 3_200
const QUALITY = 82
/** The most pixels for which edges between colors are kept sharp: it triples the time, and shows only where pixels do. */
const SHARP_PIXELS = 4_000_000
/** Seconds. */
const TIME_LIMIT = 10
/** Heap of the thread that reads an SVG, in MB: its tree takes about a hundred times its bytes. */
const SVG_MEMORY = 192
/** The most uploads that wait. */
const QUEUE = 20

// One image at a time and per process, on one thread. The largest takes up to 660 MB (AVIF; 16-bit PNG 430, WebP 320,
// JPEG 280) beside the 140 of the service, and others want the processor.
sharp.concurrency(1)
sharp.cache(false)
let last: Promise<unknown> = Promise.resolve()
let waiting = 0

/**
 * Turns an upload into the files that are served. What is stored is always written here, never the upload itself: a
 * file that is also something else loses that part, and metadata such as the location is gone.
 * @param timeLimit seconds to decode an image, for one size of it, and for an SVG
 * @throws {DomainError} unsupported, `invalid_image`, `unsupported_image` or `animated_image`; too-large,
 *   `image_too_large`, `too_many_pixels` or `image_too_complex`; unavailable, `overloaded`
 */
export async function prepareImage(
  upload: Pick<StagedFile, 'path' | 'bytes'>,
  timeLimit = TIME_LIMIT,
): Promise<PreparedImage> {
  if (waiting >= QUEUE) throw overloaded()
  waiting += 1
  const turn = last.then(() => prepare(upload, timeLimit))
  last = turn.catch(() => undefined).finally(() => (waiting -= 1))
  return turn
}

async function prepare(
  { path, bytes }: Pick<StagedFile, 'path' | 'bytes'>,
  timeLimit: number,
): Promise<PreparedImage> {
  const head = await readHead(path)
  if (isRaster(head)) return prepareRaster(path, timeLimit)
  if (isOtherImage(head)) throw unsupportedImage()
  if (bytes === 0) throw notAnImage('the file is empty')
  if (!/<svg[\s>]/i.test(head.toString('utf8'))) throw notAnImage('it is no PNG, JPEG, WebP, AVIF or SVG')
  if (bytes > IMAGE_MAX.svgBytes) throw svgTooLarge()
  return prepareSvg(path, timeLimit)
}

/** Comments and a document type may come before the element of an SVG. */
async function readHead(path: string): Promise<Buffer> {
  await using handle = await open(path)
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(4_096), 0, 4_096, 0)
  return buffer.subarray(0, bytesRead)
}

const latin = (bytes: Buffer, from: number, to: number) => bytes.toString('latin1', from, to)

/** Only these reach the decoder, which could read a dozen more. */
function isRaster(head: Buffer): boolean {
  const isPng = latin(head, 0, 8) === '\x89PNG\r\n\x1a\n'
  const isJpeg = latin(head, 0, 3) === '\xff\xd8\xff'
  const isWebp = latin(head, 0, 4) === 'RIFF' && latin(head, 8, 12) === 'WEBP'
  const isAvif = latin(head, 4, 8) === 'ftyp' && /^avi[fs]$/.test(latin(head, 8, 12))
  return isPng || isJpeg || isWebp || isAvif
}

const otherBeginnings = ['GIF8', 'BM', 'II*\0', 'MM\0*', '\0\0\x01\0', '\xff\x0a', '\0\0\0\x0cJXL ']

/** GIF, BMP, TIFF, icons, HEIC and other files of that family, JPEG XL. */
const isOtherImage = (head: Buffer): boolean =>
  otherBeginnings.some((beginning) => latin(head, 0, 12).startsWith(beginning)) ||
  (latin(head, 4, 8) === 'ftyp' && /^(hei|hev|mif1|msf1)/.test(latin(head, 8, 12)))

async function prepareRaster(path: string, timeLimit: number): Promise<PreparedImage> {
  const source = sharp(path, { failOn: 'error', limitInputPixels: IMAGE_MAX.pixels, sequentialRead: true })
  const files: PreparedImage['files'] = []
  const timeout = { seconds: timeLimit }
  try {
    const { width, height, pages = 1 } = await source.metadata()
    if (width * height > IMAGE_MAX.pixels || Math.max(width, height) > IMAGE_MAX.side) throw tooManyPixels()
    if (pages > 1) throw animatedImage()
    // Decoded once: for an AVIF, that takes longer than writing all sizes.
    const { data, info: whole } = await source
      .autoOrient()
      .resize({ width: LARGEST, height: LARGEST, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .timeout(timeout)
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true })
    const raw = { width: whole.width, height: whole.height, channels: whole.channels }
    for (const wanted of [whole.width, ...imageWidths.map(Number).filter((one) => one < whole.width)]) {
      const file = `${path}.${wanted}`
      const pixels = (wanted * wanted * whole.height) / whole.width
      const written = await sharp(data, { raw })
        .resize({ width: wanted })
        .webp({ quality: QUALITY, smartSubsample: pixels <= SHARP_PIXELS })
        .timeout(timeout)
        .toFile(file)
      files.push({ path: file, width: written.width, bytes: written.size })
    }
    return { format: 'webp', width: whole.width, height: whole.height, removed: [], files }
  } catch (error) {
    await Promise.all(files.map((file) => rm(file.path, { force: true })))
    if (error instanceof DomainError) throw error
    const why = error instanceof Error ? error.message : String(error)
    if (/pixel limit/i.test(why)) throw tooManyPixels()
    if (/timeout/i.test(why)) throw imageTooComplex(error)
    if (/ENOSPC|EDQUOT|No space/i.test(why)) throw error
    throw notAnImage('it is damaged, or incomplete', error)
  }
}

async function prepareSvg(path: string, timeLimit: number): Promise<PreparedImage> {
  const text = decode(await readFile(path))
  const { removed, width, height, text: safe } = await sanitize(text, timeLimit)
  const file = `${path}.svg`
  await writeFile(file, safe, { flush: true })
  const { size } = await stat(file)
  return { format: 'svg', width, height, removed, files: [{ path: file, width, bytes: size }] }
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    throw notAnImage('its text is not UTF-8', error)
  }
}

/** Out of memory, or of stack: elements nested very deeply. An error of jsdom's own globals arrives without its name. */
const isTooMuch = (error: unknown): boolean =>
  !(error instanceof Error) ||
  error.name === 'RangeError' ||
  ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY')

/**
 * Reads an SVG in a thread of its own, which ends with its time or memory. The time begins with the file: on a busy machine,
 * starting the thread takes seconds.
 */
async function sanitize(text: string, timeLimit: number): Promise<SafeSvg> {
  const worker = new Worker(new URL('./sanitize-svg.ts', import.meta.url), {
    workerData: text,
    resourceLimits: { maxOldGenerationSizeMb: SVG_MEMORY },
  })
  const { promise, resolve, reject } = Promise.withResolvers<SvgReply>()
  let timer: NodeJS.Timeout | undefined
  worker
    .on('message', (message: SvgReply | 'begins') => {
      if (message !== 'begins') return resolve(message)
      timer = setTimeout(() => reject(imageTooComplex()), timeLimit * 1_000)
    })
    .once('error', (error) => reject(isTooMuch(error) ? imageTooComplex(error) : error))
  worker.once('exit', () => reject(imageTooComplex()))
  try {
    const reply = await promise
    if ('why' in reply) throw notAnImage(reply.why)
    return reply.safe
  } finally {
    clearTimeout(timer)
    await worker.terminate()
  }
}
