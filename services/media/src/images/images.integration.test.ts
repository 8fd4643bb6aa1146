import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type ImageUses, imageUsesSubject, RESTORABLE_FOR } from '@rehearse/contracts'
import { type Database, openDatabase } from '@rehearse/service-kit'
import Fastify from 'fastify'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { imageFolder, openFolderStorage } from '../storage/folder-storage.ts'
import type { Tables } from '../tables.ts'
import { type MediaService, startMediaService } from '../testing/media-service.ts'
import { sweepImages } from './sweep.ts'

let media: MediaService
/** What the questions service replies; null if it doesn't. */
let uses: Record<string, ImageUses> | null
let database: Database<Tables>
beforeAll(async () => {
  media = await startMediaService()
  database = openDatabase<Tables>({ url: media.databaseUrl, name: 'test', poolSize: 2, log: Fastify().log })
  const connection = await media.nats.connection
  connection.subscribe(imageUsesSubject, {
    callback: (_error, message) => void (uses && message.respond(JSON.stringify({ uses }))),
  })
  await connection.flush()
})
afterAll(async () => {
  await database.close()
  await media.close()
})
beforeEach(() => {
  uses = {}
})

interface Reply {
  code: string
  data: { id: string; url: string; alt: string; width: number; height: number; name: string }
  removed: string[]
  details: { path: string; message: string }[]
}

async function upload(
  bytes: Buffer | string,
  {
    alt = 'A shape',
    name = 'shape.png',
    dryRun = false,
  }: { alt?: string; name?: string; dryRun?: boolean } = {},
) {
  const form = new FormData()
  form.append('alt', alt)
  form.append('file', new Blob([new Uint8Array(Buffer.from(bytes))]), name)
  const reply = await fetch(`${media.url}/api/images${dryRun ? '?dryRun=true' : ''}`, {
    method: 'POST',
    body: form,
    headers: { authorization: `Bearer ${media.adminToken}` },
  })
  return { status: reply.status, body: (await reply.json()) as Reply }
}
interface AdminReply {
  code: string
  // biome-ignore lint/suspicious/noExplicitAny: an image or a list of them, compared as a whole
  data: any
  pagination: { hasPrev: boolean }
  details: unknown
}
const admin = async (method: string, path: string, body?: object) => {
  const reply = await fetch(media.url + path, {
    method,
    headers: {
      authorization: `Bearer ${media.adminToken}`,
      ...(body && { 'content-type': 'application/json' }),
    },
    body: body ? JSON.stringify(body) : null,
  })
  return { status: reply.status, body: (await reply.json()) as AdminReply }
}
const get = (path: string, headers: Record<string, string> = {}) => fetch(media.url + path, { headers })
const bytesOf = async (reply: Response) => Buffer.from(await reply.arrayBuffer())
const stored = () => readdir(join(media.folder, imageFolder))
const staged = () => readdir(join(media.folder, '.staging'))
const refusal = async (bytes: Buffer | string) => {
  const before = await stored()
  const { status, body } = await upload(bytes)
  expect(await stored()).toEqual(before)
  expect(await staged()).toEqual([])
  return [status, body.code]
}

/** A picture with its own bytes each time. */
const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: seed++ % 256, g: seed % 200, b: 9 } } })
let seed = 1
const png = (width = 40, height = 30) => picture(width, height).png().toBuffer()
const drawing = (content = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 30"><title>${seed++}</title>${content}</svg>`

describe('an upload', () => {
  test.each([
    ['PNG', () => picture(40, 30).png().toBuffer()],
    ['JPEG', () => picture(40, 30).jpeg().toBuffer()],
    ['WebP', () => picture(40, 30).webp().toBuffer()],
    ['AVIF', () => picture(40, 30).avif({ effort: 0 }).toBuffer()],
  ])('%s is served as WebP, whatever its name', async (_format, make) => {
    const { status, body } = await upload(await make(), { name: '../../passwd\u0007.exe' })
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ width: 40, height: 30, alt: 'A shape', name: 'passwd.exe' })
    expect(body.data.url).toMatch(/^\/api\/images\/[0-9a-f]{32}-40x30\.webp$/)
    const reply = await get(body.data.url)
    expect(Object.fromEntries(reply.headers)).toMatchObject({
      'content-type': 'image/webp',
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    })
    expect(await sharp(await bytesOf(reply)).metadata()).toMatchObject({
      format: 'webp',
      width: 40,
      height: 30,
    })
    expect(await staged()).toEqual([])
  })

  test('is resized, and served in the widths that pages request', async () => {
    const { body } = await upload(await png(4_000, 1_000))
    expect(body.data).toMatchObject({ width: 3_200, height: 800 })
    const widthAt = async (query: string) =>
      (await sharp(await bytesOf(await get(body.data.url + query))).metadata()).width
    expect(await Promise.all(['', '?w=480', '?w=960', '?w=1600'].map(widthAt))).toEqual([
      3_200, 480, 960, 1_600,
    ])
    expect((await get(`${body.data.url}?w=500`)).status).toBe(404)
    const small = await upload(await png(500, 20))
    const { width } = await sharp(await bytesOf(await get(`${small.body.data.url}?w=960`))).metadata()
    expect(width).toBe(500)
  })

  test('loses its metadata: location, camera, profile and comments; orientation is applied', async () => {
    const exif = {
      IFD0: { Make: 'Camera', ImageDescription: 'secret place' },
      IFD3: { GPSLatitude: '52/1 31/1 0/1', GPSLatitudeRef: 'N' },
    }
    const bytes = await picture(40, 30)
      .jpeg()
      .withExif(exif)
      .withIccProfile('p3')
      .withMetadata({ orientation: 6 })
      .toBuffer()
    expect((await sharp(bytes).metadata()).exif).toBeDefined()
    const { body } = await upload(bytes)
    expect(body.data).toMatchObject({ width: 30, height: 40 })
    const served = await bytesOf(await get(body.data.url))
    const { exif: left, icc, xmp, iptc, orientation } = await sharp(served).metadata()
    expect([left, icc, xmp, iptc, orientation]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
    ])
    expect(served.includes('secret')).toBe(false)
  })

  test('of the same bytes is the same image, even at once, and keeps its alternative text', async () => {
    const bytes = await png()
    const before = (await stored()).length
    const replies = await Promise.all(['One', 'Two', 'Three'].map((alt) => upload(bytes, { alt })))
    expect(new Set(replies.map(({ body }) => body.data.id)).size).toBe(1)
    expect(new Set(replies.map(({ body }) => body.data.alt)).size).toBe(1)
    expect((await stored()).length).toBe(before + 1)
  })

  test('that is also something else loses that part', async () => {
    const script = '<script>alert(1)</script>'
    const archive = Buffer.concat([Buffer.from('PK\u0003\u0004'), randomBytes(30), Buffer.from(script)])
    const { status, body } = await upload(Buffer.concat([await png(), archive]))
    expect(status).toBe(200)
    const served = await bytesOf(await get(body.data.url))
    expect(served.includes('script') || served.includes('PK')).toBe(false)
  })

  test('of one pixel is an image', async () => {
    expect((await upload(await png(1, 1))).body.data).toMatchObject({ width: 1, height: 1 })
    expect((await upload(await png(1, 16_000))).body.data).toMatchObject({ width: 1, height: 3_200 })
  })

  test('that is an SVG is made safe, and says what was removed', async () => {
    const { status, body } = await upload(drawing('<script>alert(1)</script><circle r="1" onclick="x"/>'))
    expect([status, body.removed]).toEqual([200, ['onclick', 'script']])
    expect(body.data.url).toMatch(/-40x30\.svg$/)
    const reply = await get(`${body.data.url}?w=960`)
    expect(reply.headers.get('content-type')).toBe('image/svg+xml')
    expect(reply.headers.get('content-security-policy')).toContain('sandbox')
    expect(await reply.text()).toMatch(
      /^<svg [^>]*viewBox="0 0 40 30"><title>\d+<\/title><circle r="1"\/><\/svg>$/,
    )
  })

  test('as a dry run stores nothing, and reports the same', async () => {
    const before = await stored()
    const { status, body } = await upload(drawing('<script/>'), { dryRun: true })
    expect([status, body.removed, body.data.width]).toEqual([200, ['script'], 40])
    expect(await stored()).toEqual(before)
    expect((await get(body.data.url)).status).toBe(404)
    expect((await upload(Buffer.from('no'), { dryRun: true })).status).toBe(415)
    expect(await staged()).toEqual([])
  })

  test('answers conditional and HEAD requests', async () => {
    const { body } = await upload(await png())
    const etag = (await get(body.data.url)).headers.get('etag') ?? ''
    expect((await get(body.data.url, { 'if-none-match': `"other", W/${etag}` })).status).toBe(304)
    const head = await fetch(media.url + body.data.url, { method: 'HEAD' })
    expect([head.status, Number(head.headers.get('content-length')) > 0]).toEqual([200, true])
  })
})

describe('rejects', () => {
  test('what is no image, or one that browsers don’t show', async () => {
    const unsupported = [415, 'unsupported_image']
    const invalid = [415, 'invalid_image']
    expect(await refusal(await picture(4, 4).gif().toBuffer())).toEqual(unsupported)
    expect(await refusal(await picture(4, 4).tiff().toBuffer())).toEqual(unsupported)
    expect(await refusal('BM and more')).toEqual(unsupported)
    expect(await refusal('')).toEqual(invalid)
    expect(await refusal('%PDF-1.7')).toEqual(invalid)
    expect(await refusal('<!doctype html><script>alert(1)</script>')).toEqual(invalid)
    expect(await refusal(Buffer.from(drawing(), 'utf16le'))).toEqual(invalid)
    expect(await refusal(drawing('<g>'))).toEqual(invalid)
  })

  test('a truncated or damaged file', async () => {
    for (const make of [
      png(200, 200),
      picture(200, 200).jpeg().toBuffer(),
      picture(200, 200).avif({ effort: 0 }).toBuffer(),
    ]) {
      const bytes = await make
      expect(await refusal(bytes.subarray(0, bytes.length - 40))).toEqual([415, 'invalid_image'])
      expect(await refusal(bytes.subarray(0, 60))).toEqual([415, 'invalid_image'])
    }
  })

  test('an animation, which would become a still', async () => {
    const frames = await Promise.all(
      ['red', 'blue'].map((background) =>
        sharp({ create: { width: 8, height: 8, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    )
    const animated = await sharp(frames, { join: { animated: true } })
      .webp()
      .toBuffer()
    expect(await refusal(animated)).toEqual([415, 'animated_image'])
  })

  test('decompression bombs, before they are decoded', async () => {
    const bomb = (width: number, height: number) =>
      sharp({ create: { width, height, channels: 3, background: 'white' }, limitInputPixels: false })
        .png({ compressionLevel: 9 })
        .toBuffer()
    expect(await refusal(await bomb(4_001, 4_000))).toEqual([413, 'too_many_pixels'])
    expect(await refusal(await bomb(16_001, 10))).toEqual([413, 'too_many_pixels'])
    const { body } = await upload(await bomb(5_000, 5_000))
    expect(body).toMatchObject({ error: 'Images may have up to 16 million pixels, and 16000 on a side' })
    // A header that claims more than the file has.
    const claimed = await png()
    claimed.writeUInt32BE(100_000, 16)
    claimed.writeUInt32BE(100_000, 20)
    expect((await refusal(claimed))[0]).toBeGreaterThanOrEqual(413)
  })

  test.each([
    [
      'JPEG',
      () => picture(40, 30).jpeg().toBuffer(),
      (file: Buffer) => {
        const frame = file.indexOf(Buffer.from([0xff, 0xc0]))
        file.writeUInt16BE(5_000, frame + 5)
        file.writeUInt16BE(5_000, frame + 7)
      },
    ],
    [
      'WebP',
      () => picture(40, 30).webp().toBuffer(),
      (file: Buffer) => {
        file.writeUInt16LE(5_000, 26)
        file.writeUInt16LE(5_000, 28)
      },
    ],
    [
      'AVIF',
      () => picture(40, 30).avif({ effort: 0 }).toBuffer(),
      (file: Buffer) => {
        const size = file.indexOf('ispe')
        file.writeUInt32BE(5_000, size + 8)
        file.writeUInt32BE(5_000, size + 12)
      },
    ],
  ])('too many pixels by the header of a %s, before it is decoded', async (_format, make, enlarge) => {
    const file = await make()
    enlarge(file)
    expect(await refusal(file)).toEqual([413, 'too_many_pixels'])
  })

  test('too many bytes', async () => {
    expect(await refusal(Buffer.alloc(10_485_761))).toEqual([413, 'image_too_large'])
    expect(await refusal(Buffer.alloc(12 * 1024 * 1024))).toEqual([413, 'image_too_large'])
    expect(await refusal(drawing(`<text>${'a'.repeat(524_288)}</text>`))).toEqual([413, 'image_too_large'])
  })

  test('an upload without a file or an alternative text', async () => {
    const { status, body } = await upload(await png(), { alt: '  ' })
    expect([status, body.code, body.details]).toEqual([
      400,
      'alt_required',
      [{ path: 'alt', message: 'must not be empty' }],
    ])
    const long = (await upload(await png(), { alt: 'a'.repeat(301) })).body
    expect([long.code, long.details[0]?.message]).toEqual([
      'alt_required',
      'must have at most 300 characters',
    ])
    const form = new FormData()
    form.append('alt', 'A shape')
    const headers = { authorization: `Bearer ${media.adminToken}` }
    const reply = await fetch(`${media.url}/api/images`, { method: 'POST', body: form, headers })
    expect([reply.status, ((await reply.json()) as Reply).code]).toEqual([400, 'file_required'])
    expect((await fetch(`${media.url}/api/images`, { method: 'POST', headers })).status).toBe(415)
    const learner = { authorization: `Bearer ${media.learnerToken}` }
    expect(
      (await fetch(`${media.url}/api/images`, { method: 'POST', body: form, headers: learner })).status,
    ).toBe(403)
  })
})

describe('an admin', () => {
  const use = { places: [{ kind: 'question', id: 'q1', title: 'What is heard?' }], total: 1 }

  test('finds images by name and description, and sees where they are used', async () => {
    const { body } = await upload(await png(), { alt: 'The 100% event loop', name: 'loop_final.png' })
    const list = async (search: string) =>
      (await admin('GET', `/api/admin/images?search=${encodeURIComponent(search)}`)).body.data
    uses = { [body.data.id]: use }
    expect(await list('100% EVENT')).toMatchObject([
      { id: body.data.id, alt: 'The 100% event loop', uses: use },
    ])
    expect(await list('loop_final')).toHaveLength(1)
    expect(await list('loopXfinal')).toHaveLength(0)
    uses = {}
    expect(await list('event loop')).toMatchObject([{ uses: { places: [], total: 0 } }])
    const { pagination, data } = (await admin('GET', '/api/admin/images?pageSize=2&page=2')).body
    expect([pagination.hasPrev, data.length]).toEqual([true, 2])
  })

  test('changes the alternative text', async () => {
    const { body } = await upload(await png())
    const changed = await admin('PATCH', body.data.url, { alt: ' A better text ' })
    expect([changed.status, changed.body.data.alt]).toEqual([200, 'A better text'])
    expect((await admin('PATCH', body.data.url, { alt: '' })).status).toBe(400)
    expect((await admin('PATCH', `/api/images/${'0'.repeat(32)}-1x1.webp`, { alt: 'x' })).status).toBe(404)
  })

  test('can’t delete an image that something uses, or while that isn’t known', async () => {
    const { body } = await upload(await png())
    uses = { [body.data.id]: use }
    const refused = await admin('DELETE', body.data.url)
    expect([refused.status, refused.body.code, refused.body.details]).toEqual([
      409,
      'image_in_use',
      [{ path: 'question.q1', message: 'What is heard?' }],
    ])
    uses = null
    expect((await admin('DELETE', body.data.url)).status).toBe(503)
    expect((await get(body.data.url)).status).toBe(200)
  })

  test('deletes an unused image; uploading it again restores it', async () => {
    const bytes = await png()
    const { body } = await upload(bytes)
    expect((await admin('DELETE', body.data.url)).status).toBe(200)
    expect((await get(body.data.url)).status).toBe(404)
    expect((await admin('DELETE', body.data.url)).status).toBe(404)
    expect((await upload(bytes)).body.data.id).toBe(body.data.id)
    expect((await get(body.data.url)).status).toBe(200)
  })
})

describe('the sweep', () => {
  const sweep = async (now: number) => {
    const storage = openFolderStorage(join(media.folder, imageFolder))
    return sweepImages({ db: database.db, nats: media.nats, storage }, new Date(now))
  }

  test('restores a deleted image that something uses again', async () => {
    const { body } = await upload(await png())
    await admin('DELETE', body.data.url)
    uses = { [body.data.id]: { places: [], total: 1 } }
    expect((await sweep(Date.now())).restored).toBeGreaterThan(0)
    expect((await get(body.data.url)).status).toBe(200)
  })

  test('erases images 30 days after they were deleted, with every file', async () => {
    const { body } = await upload(await png(1_000, 10))
    const files = async () => (await stored()).filter((name) => name.startsWith(body.data.id.slice(0, 32)))
    expect(await files()).toHaveLength(3)
    await admin('DELETE', body.data.url)
    await sweep(Date.now() + RESTORABLE_FOR - 60_000)
    expect(await files()).toHaveLength(3)
    await sweep(Date.now() + RESTORABLE_FOR + 60_000)
    expect(await files()).toHaveLength(0)
  })

  test('removes files without an image after an hour; the next upload stores them again', async () => {
    const bytes = await png()
    const { body } = await upload(bytes)
    // A process that was killed between storing the file and its row leaves this behind.
    await database.db.deleteFrom('image').where('id', '=', body.data.id).execute()
    const files = async () => (await stored()).filter((name) => name.startsWith(body.data.id.slice(0, 32)))
    await sweep(Date.now())
    expect(await files()).toHaveLength(1)
    await sweep(Date.now() + 2 * 60 * 60 * 1000)
    expect(await files()).toHaveLength(0)
    expect((await upload(bytes)).body.data.id).toBe(body.data.id)
    expect((await get(body.data.url)).status).toBe(200)
  })

  test('keeps everything while it isn’t known what is used', async () => {
    const { body } = await upload(await png())
    await admin('DELETE', body.data.url)
    uses = null
    await expect(sweep(Date.now() + 2 * RESTORABLE_FOR)).rejects.toThrow()
    expect((await stored()).some((name) => name.startsWith(body.data.id.slice(0, 32)))).toBe(true)
  })
})
