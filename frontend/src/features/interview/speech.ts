import type { SpeechInput } from '@rehearse/contracts'
import { useEffect, useRef, useState } from 'react'
import { useLocale } from '../../shared/i18n/locale.ts'
import { fetchSpeech, transcribe } from './interview.ts'

export const canReadAloud = (): boolean => 'speechSynthesis' in window

export const canRecord = (): boolean => 'MediaRecorder' in window && 'mediaDevices' in navigator

/** The sound of the endpoint that is playing, and its URL. */
let playing: { sound: HTMLAudioElement; url: string } | undefined
/** Counts what was read: a response that comes after the next start or a stop isn't played. */
let turn = 0

/**
 * Reads in English, the language of the questions, whatever the interface language.
 *
 * @param remote what the configured endpoint is to read; if it fails, and without it, the browser reads the text
 */
export function readAloud(text: string, remote?: SpeechInput): void {
  stopReading()
  if (!remote) {
    readHere(text)
    return
  }
  const own = turn
  fetchSpeech(remote)
    .then(async ({ audio, type }) => {
      if (own !== turn) return
      const bytes = Uint8Array.from(atob(audio), (character) => character.charCodeAt(0))
      const url = URL.createObjectURL(new Blob([bytes], { type }))
      playing = { sound: new Audio(url), url }
      await playing.sound.play()
    })
    .catch(() => {
      if (own === turn) readHere(text)
    })
}

function readHere(text: string): void {
  if (!canReadAloud()) return
  const utterance = new SpeechSynthesisUtterance(text)
  utterance.lang = 'en'
  speechSynthesis.speak(utterance)
}

export function stopReading(): void {
  turn += 1
  if (playing) {
    playing.sound.pause()
    URL.revokeObjectURL(playing.url)
    playing = undefined
  }
  if (canReadAloud()) speechSynthesis.cancel()
}

interface Recognition extends EventTarget {
  lang: string
  continuous: boolean
  start(): void
  stop(): void
}
interface Heard extends Event {
  resultIndex: number
  results: ArrayLike<ArrayLike<{ transcript: string }> & { isFinal: boolean }>
}
type RecognitionClass = new () => Recognition

/** Only some browsers support it, under one of two names; TypeScript knows neither. */
function recognitionClass(): RecognitionClass | undefined {
  const names = window as { SpeechRecognition?: RecognitionClass; webkitSpeechRecognition?: RecognitionClass }
  return names.SpeechRecognition ?? names.webkitSpeechRecognition
}

export const canDictate = (): boolean => recognitionClass() !== undefined

interface Dictation {
  state: 'off' | 'listening' | 'transcribing' | 'failed'
  /** Undefined if the browser doesn't support it. */
  toggle: (() => void) | undefined
}

/** The longest recording, which stays below the server's limit. Milliseconds. */
const LONGEST = 4 * 60_000
/** Enough for speech, and 1.9 MB in the longest recording. */
const BITS_PER_SECOND = 64_000

/** Dictation by the browser, phrase by phrase, or by the configured endpoint once the recording is stopped. */
export function useDictation(onHeard: (text: string) => void, isRemote: boolean): Dictation {
  const language = useLocale((state) => state.language)
  const [state, setState] = useState<Dictation['state']>('off')
  const current = useRef<{ stop(): void }>(undefined)
  useEffect(() => () => current.current?.stop(), [])

  const listen = (Recognizer: RecognitionClass) => {
    const next = new Recognizer()
    next.lang = language
    next.continuous = true
    next.addEventListener('result', (event) => {
      const { results, resultIndex } = event as Heard
      for (const result of Array.from(results).slice(resultIndex)) {
        if (result.isFinal && result[0]) onHeard(result[0].transcript.trim())
      }
    })
    next.addEventListener('end', () => setState('off'))
    next.start()
    current.current = next
    setState('listening')
  }
  const record = async () => {
    const microphone = await navigator.mediaDevices.getUserMedia({ audio: true })
    const recorder = new MediaRecorder(microphone, { audioBitsPerSecond: BITS_PER_SECOND })
    const pieces: Blob[] = []
    recorder.addEventListener('dataavailable', ({ data }) => pieces.push(data))
    const timer = setTimeout(() => recorder.stop(), LONGEST)
    recorder.addEventListener('stop', () => {
      clearTimeout(timer)
      for (const track of microphone.getTracks()) track.stop()
      setState('transcribing')
      base64Of(new Blob(pieces))
        .then((audio) => transcribe({ audio, language }))
        .then(
          (text) => {
            if (text !== '') onHeard(text)
            setState('off')
          },
          () => setState('failed'),
        )
    })
    recorder.start()
    current.current = { stop: () => recorder.state === 'recording' && recorder.stop() }
    setState('listening')
  }

  const Recognizer = recognitionClass()
  if (isRemote ? !canRecord() : !Recognizer) return { state, toggle: undefined }
  const toggle = () => {
    if (state === 'transcribing') return
    if (state === 'listening') current.current?.stop()
    else if (isRemote) record().catch(() => setState('failed'))
    else if (Recognizer) listen(Recognizer)
  }
  return { state, toggle }
}

async function base64Of(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer())
  let text = ''
  for (let at = 0; at < bytes.length; at += 8_192)
    text += String.fromCharCode(...bytes.subarray(at, at + 8_192))
  return btoa(text)
}
