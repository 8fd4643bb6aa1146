import { randomUUID } from 'node:crypto'
import type { QuestionMessage, QuestionSnapshot } from '@rehearse/contracts'
import { type App, messagingMigrations, type Nats, readConfig } from '@rehearse/service-kit'
import {
  type TemporaryFolder,
  type TestDatabase,
  temporaryFolder,
  testDatabase,
  testNats,
} from '@rehearse/testing'
import { startTestBank, type TestBank } from '@rehearse/testing/test-bank'
import { startTestIdentity } from '@rehearse/testing/test-identity'
import { waitUntilReady } from '@rehearse/testing/wait-until-ready'
import { buildApp } from '../app.ts'
import { config } from '../config.ts'
import { migrations } from '../tables.ts'

export interface UploadOptions {
  type?: string
  name?: string
  key?: string
  as?: 'admin' | 'learner'
  /** Whether the form starts with the file, before its fields. */
  fileFirst?: boolean
}

export interface MediaService {
  url: string
  folder: string
  databaseUrl: string
  /** A NATS connection of another service. */
  nats: Nats
  bank: TestBank
  env: Record<string, string>
  adminToken: string
  learnerToken: string
  /** Publishes a question, and waits until media knows it. */
  question(id?: string): Promise<string>
  publishQuestion(
    type: 'QuestionRevised' | 'QuestionDeleted',
    id: string,
    version: number,
    at?: Date,
  ): Promise<void>
  upload(bytes: Buffer, questionId: string, options?: UploadOptions): Promise<{ status: number; body: Reply }>
  remove(audioUrl: string, headers?: Record<string, string>): Promise<{ status: number; body: Reply }>
  /** Starts another replica. */
  replica(): Promise<string>
  close(): Promise<void>
}

export interface Reply {
  success: boolean
  url: string
  message: string
  error: string
  code: string
}

/** A new database with the service's tables. */
export const mediaDatabase = (): Promise<TestDatabase> =>
  testDatabase('media', [messagingMigrations, ...migrations])

/** The service as it runs in production, on servers for this test. */
export async function startMediaService(storage: 'folder' | 'nats' = 'folder'): Promise<MediaService> {
  const [database, nats, folder] = await Promise.all([mediaDatabase(), testNats(), temporaryFolder()])
  const env = {
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    DATABASE_URL: database.databaseUrl,
    DATABASE_OWNER_URL: database.ownerUrl,
    NATS_URL: nats.url,
    MEDIA_DIR: folder.path,
    MEDIA_STORAGE: storage,
  }
  const identity = await startTestIdentity(nats.url)
  const bank = await startTestBank(nats.url)
  const apps: App[] = []
  const replica = async () => {
    const app = await buildApp(readConfig(config, env))
    apps.push(app)
    const url = await app.listen({ host: '127.0.0.1', port: 0 })
    await waitUntilReady(url, { deadlineMs: 90_000 })
    return url
  }
  const url = await replica()
  const adminToken = await identity.token('admin', { id: 'admin_1' })
  const learnerToken = await identity.token('learner')
  const tokens = { admin: adminToken, learner: learnerToken }
  const publishQuestion: MediaService['publishQuestion'] = async (type, id, version, at = new Date()) => {
    await bank.publish(questionMessage(type, id, version, at))
  }
  const call = async (
    method: string,
    path: string,
    body: FormData | string,
    headers: Record<string, string>,
  ) => {
    const reply = await fetch(url + path, { method, body, headers })
    return { status: reply.status, body: (await reply.json()) as Reply }
  }
  return {
    url,
    folder: folder.path,
    databaseUrl: database.databaseUrl,
    nats: bank.nats,
    bank,
    env,
    adminToken,
    learnerToken,
    publishQuestion,
    question: async (id = randomUUID()) => {
      await publishQuestion('QuestionRevised', id, 1)
      return id
    },
    upload: async (
      bytes,
      questionId,
      { type = 'question', name = 'sound.wav', key, as = 'admin', fileFirst } = {},
    ) => {
      const form = new FormData()
      const appendFile = () => form.append('file', new Blob([new Uint8Array(bytes)]), name)
      if (fileFirst) appendFile()
      form.append('questionId', questionId)
      form.append('type', type)
      if (!fileFirst) appendFile()
      return call('POST', '/api/audio/upload', form, {
        authorization: `Bearer ${tokens[as]}`,
        ...(key !== undefined && { 'idempotency-key': key }),
      })
    },
    remove: (audioUrl, headers = {}) =>
      call('DELETE', '/api/audio/upload', JSON.stringify({ audioUrl }), {
        authorization: `Bearer ${adminToken}`,
        'content-type': 'application/json',
        ...headers,
      }),
    replica,
    close: async () => {
      await Promise.all(apps.map((app) => app.close()))
      await identity.close()
      await bank.close()
      await (folder as TemporaryFolder).remove()
    },
  }
}

export const questionMessage = (
  type: 'QuestionRevised' | 'QuestionDeleted',
  questionId: string,
  version: number,
  at = new Date(),
): QuestionMessage => {
  const message = {
    id: randomUUID(),
    version: 1,
    occurredAt: at.toISOString(),
    correlationId: null,
    causationId: null,
  } as const
  const data = { ...snapshot, questionId, version }
  return type === 'QuestionDeleted' ? { ...message, type, data } : { ...message, type, data }
}

const snapshot = {
  title: 'What is heard?',
  type: 'multiple-choice',
  difficulty: 'beginner',
  options: [],
  explanation: 'Nothing.',
  category: 'Sounds',
  categoryId: 'sounds',
  learningPath: null,
  sectionId: null,
  topic: null,
  points: 1,
  isActive: true,
  approved: true,
} satisfies Omit<QuestionSnapshot, 'questionId' | 'version'>
