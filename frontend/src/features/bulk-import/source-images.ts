import { IMPORT_BODY_LIMIT } from '@rehearse/contracts/constants'
import { IMAGE_MAX } from '@rehearse/contracts/content-limits'
import type { TextEncoding } from '@rehearse/contracts/text-encoding'
import { unzipSync } from 'fflate'
import { textOf } from './guess-encoding.ts'

/** An image that comes with a source. */
export interface SourceImage {
  /** Its address in the text. */
  address: string
  name: string
  bytes: Uint8Array<ArrayBuffer>
}

/** A text with its images, or why the file can't be read. */
export type SourceFile =
  | {
      content: string
      fileName: string
      images: SourceImage[]
      /** The encoding that the text was read in, if it isn't Unicode. */
      encoding?: TextEncoding
    }
  | { refused: ArchiveProblem }
export type ArchiveProblem = 'unreadable' | 'too-large' | 'no-source' | 'several-sources' | 'unsafe-names'

/** The maximum number of files in an archive, its size in bytes, and that of the unpacked files. */
export const ARCHIVE_MAX = { files: 500, bytes: 50 * 1024 ** 2, unpacked: 200 * 1024 ** 2 } as const

const isSource = (name: string) => /\.(md|markdown|txt|json|gift|aiken|xml)$/i.test(name)
/** Files that systems add to archives. */
const isHidden = (name: string) => /(^|\/)(\.|__MACOSX\/|Thumbs\.db$)/i.test(name)
/** Names that would leave the folder if anything unpacked them there. */
const isUnsafe = (name: string) => /^[/\\]|^[a-z]:|(^|[/\\])\.\.([/\\]|$)|\p{Cc}/iu.test(name)

/** The text of a file, and the images in it or beside it: of an archive, or of a Moodle file. */
export function readSourceFile(
  bytes: Uint8Array<ArrayBuffer>,
  fileName: string,
  encoding?: TextEncoding,
): SourceFile {
  const isArchive = bytes[0] === 0x50 && bytes[1] === 0x4b
  if (isArchive && bytes.length > ARCHIVE_MAX.bytes) return { refused: 'too-large' }
  try {
    return isArchive ? readArchive(bytes, encoding) : { fileName, ...readText(bytes, encoding) }
  } catch {
    return { refused: 'unreadable' }
  }
}

function readText(bytes: Uint8Array, chosen: TextEncoding | undefined) {
  const { text, encoding } = textOf(bytes, chosen)
  return { ...embeddedImages(text), ...(encoding && { encoding }) }
}

function readArchive(bytes: Uint8Array, encoding: TextEncoding | undefined): SourceFile {
  let files = 0
  let unpacked = 0
  let isTooLarge = false
  let hasUnsafe = false
  // The unpacker never writes more than the size that an entry declares.
  const unpackedFiles = unzipSync(bytes, {
    filter: ({ name, originalSize }) => {
      hasUnsafe ||= isUnsafe(name)
      if (name.endsWith('/') || isHidden(name)) return false
      files += 1
      unpacked += originalSize
      isTooLarge ||= files > ARCHIVE_MAX.files || unpacked > ARCHIVE_MAX.unpacked
      isTooLarge ||= isSource(name) && originalSize > IMPORT_BODY_LIMIT
      return !isTooLarge && !hasUnsafe
    },
  })
  if (hasUnsafe) return { refused: 'unsafe-names' }
  if (isTooLarge) return { refused: 'too-large' }
  const entries = Object.entries(unpackedFiles) as [string, Uint8Array<ArrayBuffer>][]
  const sources = entries.filter(([name]) => isSource(name))
  const [source] = sources
  if (source === undefined) return { refused: 'no-source' }
  if (sources.length > 1) return { refused: 'several-sources' }
  const [sourceName, text] = source
  const folder = sourceName.slice(0, sourceName.lastIndexOf('/') + 1)
  const { images, ...read } = readText(text, encoding)
  const beside = entries
    .filter(([name]) => name !== sourceName)
    .map(([name, file]) => ({
      address: name.startsWith(folder) ? name.slice(folder.length) : name,
      name,
      bytes: file,
    }))
  return { ...read, fileName: sourceName.slice(folder.length), images: [...images, ...beside] }
}

/**
 * Takes the files out of a Moodle document, where each question has its own. Their addresses are made unique, since
 * two questions may have different files of one name.
 */
function embeddedImages(content: string): { content: string; images: SourceImage[] } {
  const images: SourceImage[] = []
  if (!/<quiz[\s>]/.test(content) || !content.includes('<file ')) return { content, images }
  const questions = content.split(/(?<=<\/question>)/)
  const rewritten = questions.map((question, position) => {
    const names: string[] = []
    const text = question.replace(
      /<file ([^>]*)>([^<]*)<\/file>/g,
      (whole, attributes: string, data: string) => {
        const name = unescapeXml(/\bname="([^"]*)"/.exec(attributes)?.[1] ?? '')
        const bytes = name === '' || !/\bencoding="base64"/.test(attributes) ? undefined : fromBase64(data)
        if (bytes === undefined) return whole
        names.push(name)
        images.push({ address: uniqueAddress(position, name), name, bytes })
        return ''
      },
    )
    // Longer names first: one may begin with another.
    return names
      .sort((one, other) => other.length - one.length)
      .reduce(
        (changed, name) =>
          [...new Set([name, encodeURIComponent(name)])].reduce(
            (all, spelled) =>
              all.replaceAll(`@@PLUGINFILE@@/${spelled}`, () => uniqueAddress(position, name)),
            changed,
          ),
        text,
      )
  })
  return { content: rewritten.join(''), images }
}

const uniqueAddress = (question: number, name: string) =>
  `@@PLUGINFILE-${question + 1}@@/${encodeURIComponent(name).replaceAll("'", '%27')}`

const unescapeXml = (text: string) =>
  text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')

function fromBase64(data: string): Uint8Array<ArrayBuffer> | undefined {
  // Longer ones are too large anyway; their name is still reported.
  const text = data.replace(/\s+/g, '').slice(0, Math.ceil((IMAGE_MAX.bytes + 3) / 3) * 4)
  try {
    return Uint8Array.from(atob(text), (one) => one.charCodeAt(0))
  } catch {
    return undefined
  }
}

/** An image that a text refers to, with the description of its first use. */
export interface ImageReference {
  address: string
  alt: string
}

/** In JSON a backslash is doubled. */
const markdownImage = /!\[((?:\\{1,2}.|[^\]\\])*)\]\(\s*<?([^\s)>"]+)>?/g
const htmlImage = /<img\b[^>]*>/gi

/** Every image that a text refers to and that isn't on the web or ours already. */
export function imageReferences(content: string): ImageReference[] {
  const found = new Map<string, string>()
  const note = (address: string, alt: string) => {
    if (/^(?:[a-z][a-z0-9+.-]*:|\/\/|\/|#)/i.test(address) || address.startsWith('diagrams/')) return
    if (!found.get(address)) found.set(address, alt.replace(/\\{1,2}(.)/g, '$1').trim())
  }
  for (const [, alt = '', address = ''] of content.matchAll(markdownImage)) note(address, alt)
  for (const [tag] of content.matchAll(htmlImage)) {
    const attribute = (name: string) =>
      unescapeXml(new RegExp(`\\b${name}=\\\\?["']([^"'\\\\]*)`, 'i').exec(tag)?.[1] ?? '')
    if (attribute('src').startsWith('@@PLUGINFILE')) note(attribute('src'), attribute('alt'))
  }
  return [...found].map(([address, alt]) => ({ address, alt }))
}

/** The image of an address, however it is spelled. */
export function imageAt(images: readonly SourceImage[], address: string): SourceImage | undefined {
  const plain = (text: string) => {
    const path = text.replace(/^(?:\.\/)+/, '')
    try {
      return decodeURIComponent(path)
    } catch {
      return path
    }
  }
  return images.find((image) => image.address === address || plain(image.address) === plain(address))
}

/** The text with other addresses for its images. */
export const withAddresses = (content: string, addresses: ReadonlyMap<string, string>): string =>
  content
    .replace(markdownImage, (whole, alt: string, address: string) => {
      const url = addresses.get(address)
      return url === undefined ? whole : `![${alt}](${url}`
    })
    .replace(htmlImage, (tag) =>
      [...addresses].reduce((changed, [address, url]) => changed.replaceAll(address, () => url), tag),
    )
