import { z } from 'zod'
import { uuid } from '../api/common.ts'
import { audioType } from '../api/media.ts'
import { envelope } from './envelope.ts'

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
