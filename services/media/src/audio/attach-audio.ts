import { createHash } from 'node:crypto'
import { type AudioPlace, type AudioType, audioUrl, mediaSubjects } from '@rehearse/contracts'
import { enqueue, type Nats } from '@rehearse/service-kit'
import type { Db, Trx } from '../db/tables.ts'
import type { Storage } from '../storage/storage.ts'
import type { StagedFile } from '../uploads/staging.ts'
import { claimKey, storeReply } from '../uploads/upload-reply-repository.ts'
import { attach } from './attachment-repository.ts'
import { type AudioFile, insertFile, lockFile } from './file-repository.ts'
import { judgeAudio } from './judge-audio.ts'
import { requireQuestion } from './require-question.ts'

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
