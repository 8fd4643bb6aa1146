import { DomainError, type SpeechHost, TEXT_MAX } from '@rehearse/contracts'
import { z } from 'zod'
import type { SpeechConfig } from '../config.ts'
import { readLimited } from './read-limited.ts'

export interface Speech extends SpeechHost {
  /** @throws {DomainError} 400 `not_audio`; 503 `speech_unavailable`; 503 `speech_busy` */
  transcribe(audio: Buffer, language: string): Promise<string>
  /** @throws {DomainError} 503 `speech_unavailable`; 503 `speech_busy` */
  read(text: string): Promise<{ audio: Buffer; type: string }>
}

/** The largest response in bytes: some minutes of speech. */
const AUDIO_LIMIT = 5_000_000
const TEXT_LIMIT = 256 * 1024

/** The endpoint for speech; null if none is configured. Recordings are neither stored nor logged. */
export function createSpeech(config: SpeechConfig): Speech | null {
  const { SPEECH_BASE_URL: address, SPEECH_TRANSCRIPTION_MODEL: hearing, SPEECH_MODEL: speaking } = config
  if (address === undefined || (hearing === undefined && speaking === undefined)) return null
  const baseUrl = address.replace(/\/+$/, '')
  let running = 0

  async function call(path: string, body: FormData | string, limit: number): Promise<Buffer> {
    if (running >= config.SPEECH_CONCURRENCY) throw busy()
    running += 1
    try {
      const reply = await fetch(`${baseUrl}/${path}`, {
        method: 'POST',
        headers: {
          ...(typeof body === 'string' && { 'content-type': 'application/json' }),
          ...(config.SPEECH_API_KEY !== undefined && { authorization: `Bearer ${config.SPEECH_API_KEY}` }),
        },
        body,
        // Learners are shown the name of the host that receives their voice; a redirect would send it to another one.
        redirect: 'error',
        signal: AbortSignal.timeout(config.SPEECH_TIMEOUT * 1_000),
      })
      if (!reply.ok) {
        await reply.body?.cancel()
        throw new Error(`the speech endpoint answered ${reply.status}`)
      }
      return await readLimited(reply, limit)
    } catch (cause) {
      throw unavailable(cause)
    } finally {
      running -= 1
    }
  }

  return {
    host: new URL(address).host,
    transcribes: hearing !== undefined,
    reads: speaking !== undefined,
    transcribe: async (audio, language) => {
      const format = audioFormat(audio)
      if (!format) throw notAudio()
      const form = new FormData()
      form.set('model', hearing ?? '')
      form.set('language', language)
      form.set('file', new Blob([new Uint8Array(audio)], { type: format.type }), `answer.${format.extension}`)
      const reply = transcription.safeParse(
        parseJson((await call('audio/transcriptions', form, TEXT_LIMIT)).toString('utf8')),
      )
      if (!reply.success) throw unavailable(new Error('the speech endpoint sent no transcription'))
      return reply.data.text.trim().slice(0, TEXT_MAX.interviewAnswer)
    },
    read: async (text) => {
      const wanted = {
        model: speaking,
        voice: config.SPEECH_VOICE,
        input: text.slice(0, INPUT_MAX),
        response_format: 'mp3',
      }
      const audio = await call('audio/speech', JSON.stringify(wanted), AUDIO_LIMIT)
      const format = audioFormat(audio)
      if (!format) throw unavailable(new Error('the speech endpoint sent no audio'))
      return { audio, type: format.type }
    },
  }
}

/** The longest text that the protocol takes, in characters. */
const INPUT_MAX = 4_096

const transcription = z.object({ text: z.string().refine((text) => !text.includes('\u0000')) })

/** A parser's own error would contain the text. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The format by the first bytes, whatever the sender calls it; undefined if it is no audio that is known here. */
function audioFormat(bytes: Buffer): { type: string; extension: string } | undefined {
  const at = (start: number, text: string) => bytes.toString('latin1', start, start + text.length) === text
  if (bytes.length < 12) return undefined
  if (bytes.readUInt32BE(0) === 0x1a45dfa3) return { type: 'audio/webm', extension: 'webm' }
  if (at(0, 'OggS')) return { type: 'audio/ogg', extension: 'ogg' }
  if (at(0, 'RIFF') && at(8, 'WAVE')) return { type: 'audio/wav', extension: 'wav' }
  if (at(4, 'ftyp')) return { type: 'audio/mp4', extension: 'mp4' }
  if (at(0, 'ID3') || (bytes[0] === 0xff && ((bytes[1] ?? 0) & 0xe6) === 0xe2)) {
    return { type: 'audio/mpeg', extension: 'mp3' }
  }
  return undefined
}

const unavailable = (cause: unknown) =>
  new DomainError({
    kind: 'unavailable',
    code: 'speech_unavailable',
    message: 'The speech endpoint returned no usable result',
    retryAfterSeconds: 30,
    cause,
  })

const busy = () =>
  new DomainError({
    kind: 'unavailable',
    code: 'speech_busy',
    message: 'The speech endpoint is busy, please try again in a moment',
    retryAfterSeconds: 5,
  })

const notAudio = () =>
  new DomainError({ kind: 'invalid', code: 'not_audio', message: 'The recording is not an audio file' })
