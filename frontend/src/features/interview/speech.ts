import { useEffect, useRef, useState } from 'react'
import { useLocale } from '../../shared/i18n/locale.ts'

export const canReadAloud = (): boolean => 'speechSynthesis' in window

/** Reads in English, the language of the questions, whatever the interface language. */
export function readAloud(text: string): void {
  if (!canReadAloud()) return
  speechSynthesis.cancel()
  const utterance = new SpeechSynthesisUtterance(text)
  utterance.lang = 'en'
  speechSynthesis.speak(utterance)
}

export function stopReading(): void {
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

/** Speech recognition, phrase by phrase. `toggle` is undefined if the browser doesn't support it. */
export function useDictation(onHeard: (text: string) => void) {
  const language = useLocale((state) => state.language)
  const [listening, setListening] = useState(false)
  const recognition = useRef<Recognition>(undefined)
  useEffect(() => () => recognition.current?.stop(), [])
  const Recognizer = recognitionClass()
  if (!Recognizer) return { listening: false, toggle: undefined }

  const toggle = () => {
    if (listening) return recognition.current?.stop()
    const next = new Recognizer()
    next.lang = language
    next.continuous = true
    next.addEventListener('result', (event) => {
      const { results, resultIndex } = event as Heard
      for (const result of Array.from(results).slice(resultIndex)) {
        if (result.isFinal && result[0]) onHeard(result[0].transcript.trim())
      }
    })
    next.addEventListener('end', () => setListening(false))
    recognition.current = next
    next.start()
    setListening(true)
  }
  return { listening, toggle }
}
