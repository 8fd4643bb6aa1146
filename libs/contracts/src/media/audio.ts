import { z } from 'zod'
import { repeatableHeaders, uuid } from '../common.ts'
import { UPLOAD_BODY_LIMIT, UPLOAD_TOO_LARGE } from '../constants.ts'
import { endpoint } from '../endpoint.ts'
import { envelope } from '../envelope.ts'
import { AUDIO_FORMATS } from './audio-formats.ts'

/** Which text of a question the audio reads. */
export const audioType = z.enum(['question', 'answer'])
export type AudioType = z.infer<typeof audioType>

/** The name of a stored file: the hash of its bytes, with an extension for its format. */
export const audioName = z
  .string()
  .regex(new RegExp(`^[0-9a-f]{64}\\.(${Object.keys(AUDIO_FORMATS).join('|')})$`), 'is no audio file')

/** The parts of an audio URL. */
export const audioParams = z.object({ questionId: uuid, type: audioType, name: audioName })
export type AudioPlace = z.infer<typeof audioParams>

export const audioUploadReply = z.object({
  success: z.literal(true),
  url: z.string(),
  message: z.string(),
})

export const audioDeletion = z.object({ audioUrl: z.string().max(1_000) })
export const audioDeletionReply = z.object({ success: z.literal(true), message: z.string() })

const prefix = '/api/audio/'

/** The URL of a question's audio. */
export const audioUrl = ({ questionId, type, name }: AudioPlace): string =>
  `${prefix}${questionId}/${type}/${name}`

/** Parses one of our audio URLs; returns undefined for any other text. */
export function parseAudioUrl(url: string): AudioPlace | undefined {
  if (!url.startsWith(prefix)) return undefined
  const [questionId, type, name, ...more] = url.slice(prefix.length).split('/')
  return more.length === 0 ? audioParams.safeParse({ questionId, type, name }).data : undefined
}

export const mediaSubjects = {
  attached: 'media.audio.attached.v1',
  detached: 'media.audio.detached.v1',
  /** All of them. */
  audio: 'media.audio.*.v1',
} as const

/** Of two messages about the same audio, the one with the higher revision is newer. */
const place = { questionId: uuid, type: audioType, url: z.string(), revision: z.int(), by: z.string() }

/** A question has a new audio file, which replaces the previous one. */
export const audioAttached = envelope(
  'AudioAttached',
  1,
  z.object({
    ...place,
    bytes: z.int(),
    mimeType: z.string(),
    /** Null if the file doesn't contain it. */
    durationSeconds: z.number().nullable(),
  }),
)

/** A question's audio file was removed. */
export const audioDetached = envelope('AudioDetached', 1, z.object(place))

export const audioMessage = z.discriminatedUnion('type', [audioAttached, audioDetached])
export type AudioMessage = z.infer<typeof audioMessage>

export const uploadAudio = endpoint({
  method: 'POST',
  path: '/api/audio/upload',
  service: 'media',
  access: 'admin',
  limit: 'UPLOAD',
  bodyLimit: UPLOAD_BODY_LIMIT,
  tooLarge: { code: 'audio_too_large', message: UPLOAD_TOO_LARGE },
  timeout: 120,
  summary: 'Upload the audio of a question or its answer',
  consumes: ['multipart/form-data'],
  headers: repeatableHeaders,
  body: z.object({
    file: z
      .string()
      .meta({ format: 'binary', description: 'MP3, WAV, OGG, M4A, AAC or WebM, up to 10,485,760 bytes' }),
    questionId: z.string(),
    type: z.enum(['question', 'answer']),
  }),
  response: { 200: audioUploadReply },
})

export const deleteAudio = endpoint({
  method: 'DELETE',
  path: '/api/audio/upload',
  service: 'media',
  access: 'admin',
  summary: 'Delete the audio of a question',
  headers: repeatableHeaders,
  body: audioDeletion,
  response: { 200: audioDeletionReply },
})

export const getAudio = endpoint({
  method: 'GET',
  path: '/api/audio/:questionId/:type/:name',
  service: 'media',
  access: 'anyone',
  summary: 'Get the audio of a question or its answer',
  params: audioParams,
})
