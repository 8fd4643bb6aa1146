import {
  type AudioPlace,
  type AudioType,
  audioUrl,
  mediaSubjects,
  parseAudioUrl,
  uuid,
} from '@rehearse/contracts'
import { enqueue, lookUpQuestion, type Nats, type NewMessage, withIdempotency } from '@rehearse/service-kit'
import type { StagedFile } from '../storage/staging.ts'
import type { Storage } from '../storage/storage.ts'
import type { Db, Trx } from '../tables.ts'
import { audioNotFound, questionNotFound } from './errors.ts'
import {
  type AudioFile,
  attach,
  detach,
  insertFile,
  isQuestion,
  lockFile,
  recordDeletion,
  storeQuestions,
} from './repository.ts'
import { validateAudio } from './validate-audio.ts'

export interface Upload {
  questionId: string
  type: AudioType
  file: StagedFile
  actor: string
  /** The client's Idempotency-Key. */
  key: string | undefined
}

/** The dependencies of uploads: the database, the storage and the question bank. */
export interface AudioServices {
  db: Db
  nats: Nats
  storage: Storage
}

/**
 * Validates an upload, stores its bytes unless they exist already, and attaches them to the question in one
 * transaction.
 * @returns the URL of the audio
 * @throws {DomainError} unsupported; not-found, `question_not_found`; unavailable, `question_unknown_yet`; conflict,
 *   `idempotency_key_reused`
 */
export async function attachAudio({ db, nats, storage }: AudioServices, upload: Upload): Promise<string> {
  const { questionId, type, file, actor, key } = upload
  const { extension, ...facts } = await validateAudio(file.path)
  await requireQuestion({ db, nats }, questionId)
  const name = `${file.digest}.${extension}`
  const { url } = await withIdempotency(
    db,
    { actor, key, request: ['attach', questionId, type, name] },
    async (trx) => {
      await keep(trx, storage, { name, bytes: file.bytes, ...facts }, file.path)
      return { url: await give(trx, { questionId, type, name }, { bytes: file.bytes, ...facts, by: actor }) }
    },
  )
  return url
}

/** The bytes are stored first: the sweep removes a file without a row, but a row without bytes would be wrong. */
async function keep(trx: Trx, storage: Storage, file: AudioFile, path: string): Promise<void> {
  await lockFile(trx, file.name)
  if (!(await storage.has(file.name))) await storage.put(file.name, path)
  await insertFile(trx, file)
}

/** Attaches a stored file to its question, and publishes that. */
export async function give(
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
 * An upload may arrive before the event of its new question: then ask the questions service.
 * @throws {DomainError} not-found, `question_not_found`; unavailable, `question_unknown_yet`
 */
async function requireQuestion({ db, nats }: { db: Db; nats: Nats }, id: string): Promise<void> {
  if (!uuid.safeParse(id).success) throw questionNotFound()
  if (await isQuestion(db, id)) return
  const message = await lookUpQuestion(nats, { questionId: id })
  if (message !== null) await db.transaction().execute((trx) => storeQuestions(trx, [message]))
  if (message === null || message.type === 'QuestionDeleted') throw questionNotFound()
}

interface Removal {
  url: string
  actor: string
  /** The client's Idempotency-Key. */
  key: string | undefined
}

/**
 * Detaches the audio with this URL from its question. It can be restored for 30 days; then the sweep removes the bytes if
 * no other question uses them.
 * @throws {DomainError} not-found, `audio_not_found`; conflict, `idempotency_key_reused`
 */
export async function detachAudio(
  { db, nats }: Pick<AudioServices, 'db' | 'nats'>,
  { url, actor, key }: Removal,
): Promise<void> {
  const place = parseAudioUrl(url)
  if (place === undefined) throw audioNotFound()
  const title = await titleOf(nats, place.questionId)
  await withIdempotency(db, { actor, key, request: ['detach', url] }, async (trx) => {
    const revision = await detach(trx, place)
    if (revision === undefined) throw audioNotFound()
    await recordDeletion(trx, place, { title, by: actor, at: new Date() })
    await enqueue(trx, [detachedEvent(place, revision, actor)])
    return {}
  })
}

/** The title of a question for the trash; its id if the questions service doesn't respond. */
async function titleOf(nats: Nats, questionId: string): Promise<string> {
  const message = await lookUpQuestion(nats, { questionId }).catch(() => null)
  return message && 'title' in message.data ? message.data.title : questionId
}

export const detachedEvent = (place: AudioPlace, revision: number, by: string): NewMessage => ({
  subject: mediaSubjects.detached,
  type: 'AudioDetached',
  version: 1,
  data: { questionId: place.questionId, type: place.type, url: audioUrl(place), revision, by },
})
