import { z } from 'zod'
import { uuid } from '../common.ts'
import { envelope } from '../envelope.ts'

/** What of a question is heard. */
export const audioType = z.enum(['question', 'answer'])
export type AudioType = z.infer<typeof audioType>

/** One of our names: the hash of the bytes, and an ending by what they are. */
export const audioName = z.string().regex(/^[0-9a-f]{64}\.(mp3|wav|ogg|m4a|aac|webm)$/, 'is no audio file')

/** Where the audio of a question is heard. */
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

/** The address under which the audio of a question is read. */
export const audioUrl = ({ questionId, type, name }: AudioPlace): string =>
  `${prefix}${questionId}/${type}/${name}`

/** The place that an address of ours names; undefined for any other text. */
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

/** Of two messages on the same audio of a question the one with the higher revision is the newer. */
const place = { questionId: uuid, type: audioType, url: z.string(), revision: z.int(), by: z.string() }

/** A question has got an audio file, in place of the one before. */
export const audioAttached = envelope(
  'AudioAttached',
  1,
  z.object({
    ...place,
    bytes: z.int(),
    mimeType: z.string(),
    /** Null where the file doesn't say. */
    durationSeconds: z.number().nullable(),
  }),
)

/** A question has lost its audio file. */
export const audioDetached = envelope('AudioDetached', 1, z.object(place))

export const audioMessage = z.discriminatedUnion('type', [audioAttached, audioDetached])
export type AudioMessage = z.infer<typeof audioMessage>
