import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { type AudioPlace, type AudioType, audioUrl, mediaSubjects, uuid } from '@rehearse/contracts'
import { enqueue, lookUpQuestion, type Nats } from '@rehearse/service-kit'
import type { StagedFile } from '../storage/staging.ts'
import type { Storage } from '../storage/storage.ts'
import type { Db, Trx } from '../tables.ts'
import { ByteWindow } from './byte-window.ts'
import { behindTags, type Container, onlyTagsFollow, text } from './container.ts'
import { notAudio, questionNotFound, unsupportedAudio } from './errors.ts'
import { claimKey, storeReply } from './idempotency-repository.ts'
import { m4a } from './m4a.ts'
import { mp3 } from './mp3.ts'
import { ogg } from './ogg.ts'
import { type AudioFile, attach, insertFile, isQuestion, lockFile, storeQuestions } from './repository.ts'
import { webm } from './webm.ts'

/** By the header's index (ISO 14496-3, table 1.18). */
const sampleRates = [
  96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000, 7_350,
]
/** Fewer could be met with by chance. */
const fewestFrames = 3
const headerLength = 7

/** AAC in ADTS: frames, one behind the other, up to the end or to tags. */
const aac: Container = {
  mimeType: 'audio/aac',
  extension: 'aac',
  recognizes: (head) => parseFrame(head) !== undefined,
  measure: async (bytes, start) => {
    let frames = 0
    let seconds = 0
    let sampleRate = 0
    for (let offset = start; offset < bytes.size; ) {
      const frame = parseFrame(await bytes.readUpTo(offset, headerLength))
      if (frame === undefined) {
        if (frames > 0 && (await onlyTagsFollow(bytes, offset))) break
        throw notAudio('something else is between the frames')
      }
      if (frames > 0 && frame.sampleRate !== sampleRate) throw notAudio('the frames are of different kinds')
      sampleRate = frame.sampleRate
      seconds += frame.samples / frame.sampleRate
      frames += 1
      offset += frame.length
      if (offset > bytes.size) throw notAudio('the file ends too early')
    }
    if (frames < fewestFrames) throw notAudio('there is no sound in it')
    return seconds
  },
}

function parseFrame(header: Buffer) {
  if (header.length < headerLength) return undefined
  const [, second = 0, third = 0, fourth = 0, fifth = 0, sixth = 0, seventh = 0] = header
  // Twelve bits of sync, and the two of the layer are 0, which no MPEG layer is.
  if (header[0] !== 0xff || (second & 0xf6) !== 0xf0) return undefined
  const sampleRate = sampleRates[(third >>> 2) & 15]
  const length = ((fourth & 3) << 11) | (fifth << 3) | (sixth >>> 5)
  if (sampleRate === undefined || length <= headerLength) return undefined
  return { sampleRate, length, samples: 1_024 * ((seventh & 3) + 1) }
}

export interface Upload {
  questionId: string
  type: AudioType
  file: StagedFile
  actor: string
  /** The client's Idempotency-Key. */
  key: string | undefined
}

/** Where audio is kept, and where questions are asked about. */
export interface Keeping {
  db: Db
  nats: Nats
  storage: Storage
}

/**
 * Judges an upload, keeps its bytes where nobody has them yet, and gives them to the question: all of it, or nothing.
 * @returns where the audio is heard
 * @throws {DomainError} unsupported; not-found, `question_not_found`; unavailable, `question_unknown_yet`; conflict, `idempotency_key_reused`
 */
export async function attachAudio({ db, nats, storage }: Keeping, upload: Upload): Promise<string> {
  const { questionId, type, file, actor, key } = upload
  const { extension, ...facts } = await judgeAudio(file.path)
  await requireQuestion({ db, nats }, questionId)
  const name = `${file.digest}.${extension}`
  const fingerprint = createHash('sha256').update(`${questionId} ${type} ${name}`).digest()
  return db.transaction().execute(async (trx) => {
    const named = key === undefined ? undefined : { actor, key, fingerprint }
    const earlier = named && (await claimKey(trx, named))
    if (earlier !== undefined) return earlier
    await keep(trx, storage, { name, bytes: file.bytes, ...facts }, file.path)
    const url = await give(trx, { questionId, type, name }, { bytes: file.bytes, ...facts, by: actor })
    if (named) await storeReply(trx, named, url)
    return url
  })
}

/** The bytes come first: a file that nobody knows is swept away, and a row without its bytes would be a lie. */
async function keep(trx: Trx, storage: Storage, file: AudioFile, path: string): Promise<void> {
  await lockFile(trx, file.name)
  if (!(await storage.has(file.name))) await storage.put(file.name, path)
  await insertFile(trx, file)
}

async function give(
  trx: Trx,
  place: AudioPlace,
  facts: Omit<AudioFile, 'name'> & { by: string },
): Promise<string> {
  const { questionId, type } = place
  const url = audioUrl(place)
  const at = new Date()
  const revision = await attach(trx, place, facts.by, at)
  if (revision === undefined) return url
  const data = { questionId, type, url, revision, ...facts }
  await enqueue(trx, [{ subject: mediaSubjects.attached, type: 'AudioAttached', version: 1, data }], at)
  return url
}

/**
 * That a question was made is told by a message, which may come later than the upload for it: then the bank is asked.
 * @throws {DomainError} not-found, `question_not_found`; unavailable, `question_unknown_yet`
 */
async function requireQuestion({ db, nats }: { db: Db; nats: Nats }, id: string): Promise<void> {
  if (!uuid.safeParse(id).success) throw questionNotFound()
  if (await isQuestion(db, id)) return
  const message = await lookUpQuestion(nats, { questionId: id })
  if (message !== null) await db.transaction().execute((trx) => storeQuestions(trx, [message]))
  if (message === null || message.type === 'QuestionDeleted') throw questionNotFound()
}

/** RIFF WAVE: chunks, each with its length; `fmt ` says how many bytes are a second of `data`. */
const wav: Container = {
  mimeType: 'audio/wav',
  extension: 'wav',
  recognizes: (head) => text(head, 0, 4) === 'RIFF' && text(head, 8, 12) === 'WAVE',
  measure: async (bytes) => {
    const header = await bytes.read(0, 12)
    if (header.readUInt32LE(4) + 8 !== bytes.size)
      throw notAudio('the length in its header is not its length')
    let bytesPerSecond = 0
    let audio = 0
    for (let offset = 12; offset < bytes.size; ) {
      const chunk = await bytes.read(offset, 8)
      const id = text(chunk, 0, 4)
      const length = chunk.readUInt32LE(4)
      if (id === 'fmt ') {
        if (length < 16) throw notAudio('its format is not told')
        bytesPerSecond = (await bytes.read(offset + 8, 16)).readUInt32LE(8)
      }
      if (id === 'data') audio += length
      // Chunks begin at even offsets; the padding of the last one may be missing.
      offset += 8 + length
      if (offset > bytes.size) throw notAudio('the file ends too early')
      offset += offset % 2
    }
    if (bytesPerSecond === 0 || audio === 0) throw notAudio('there is no sound in it')
    return audio / bytesPerSecond
  },
}

interface AudioFacts {
  mimeType: string
  extension: string
  /** Null where the file doesn't say. */
  durationSeconds: number | null
}

/** Frames have the weakest marks, so they are asked last. */
const containers: readonly Container[] = [wav, ogg, m4a, webm, aac, mp3]

/**
 * Says by the bytes of a file which audio it is, and for how long it sounds.
 * @throws {DomainError} unsupported, `invalid_audio` or `unsupported_audio`
 */
export async function judgeAudio(path: string): Promise<AudioFacts> {
  await using handle = await open(path)
  const { size } = await handle.stat()
  if (size === 0) throw notAudio('the file is empty')
  const bytes = new ByteWindow(handle, size)
  const start = await behindTags(bytes)
  const head = Buffer.from(await bytes.readUpTo(start, 16))
  const container = containers.find((one) => one.recognizes(head))
  if (container === undefined) throw isOtherAudio(head) ? unsupportedAudio() : notAudio('it is no audio')
  const seconds = await container.measure(bytes, start)
  await refuseForeignMatter(bytes)
  const { mimeType, extension } = container
  return { mimeType, extension, durationSeconds: seconds === null ? null : Math.round(seconds * 1e3) / 1e3 }
}

/** FLAC, AIFF, MIDI, AMR, WavPack, Monkey's Audio and Windows Media. */
const isOtherAudio = (head: Buffer): boolean =>
  ['fLaC', 'MThd', '#!AM', 'wvpk', 'MAC '].includes(text(head, 0, 4)) ||
  (text(head, 0, 4) === 'FORM' && text(head, 8, 11) === 'AIF') ||
  (head.length >= 4 && head.readUInt32BE(0) === 0x3026b275)

/** What other programs look for near the beginning, wherever exactly: a browser that guesses, a viewer, a server. */
const beginnings = /%PDF-|<(?:!doctype|html|head|body|script|svg|iframe|\?php|\?xml)/i
const headBytes = 2_048

/** The record at the end of every zip archive, and all that its comment may push it forward. */
const archiveEnd = Buffer.from('PK\u0005\u0006', 'latin1')
const archiveEndBytes = 22

/**
 * Refuses what is sound to us and something else to others: tags and unknown chunks have room for anything.
 * @throws {DomainError} unsupported, `invalid_audio`
 */
async function refuseForeignMatter(bytes: ByteWindow): Promise<void> {
  const head = await bytes.readUpTo(0, headBytes)
  if (beginnings.test(head.toString('latin1'))) throw notAudio('it is something else as well')
  const tailStart = Math.max(0, bytes.size - 64 * 1024)
  const tail = await bytes.readUpTo(tailStart, 64 * 1024)
  for (let at = tail.indexOf(archiveEnd); at >= 0; at = tail.indexOf(archiveEnd, at + 1)) {
    const isRecord = at + archiveEndBytes <= tail.length
    if (isRecord && at + archiveEndBytes + tail.readUInt16LE(at + 20) <= tail.length) {
      throw notAudio('it is an archive as well')
    }
  }
}
