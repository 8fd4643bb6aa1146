import { AUDIO_MAX_BYTES } from '@rehearse/contracts/constants'
import { useEffect, useRef, useState } from 'react'

/** What browsers can record, the first that this one does: all of them are among what may be uploaded. */
const formats = [
  { type: 'audio/webm;codecs=opus', ending: 'webm' },
  { type: 'audio/ogg;codecs=opus', ending: 'ogg' },
  { type: 'audio/mp4', ending: 'm4a' },
] as const

/** Between two looks at how long a recording is, in milliseconds; what has been recorded comes in such pieces too. */
const TICK = 250

export type RecorderFault = 'denied' | 'noMicrophone' | 'unsupported'

/** Records from the microphone. It is opened for the recording, and closed with it. */
export function useRecorder(onRecorded: (file: File) => void) {
  const recorder = useRef<MediaRecorder>(null)
  const [seconds, setSeconds] = useState<number | null>(null)
  const [asking, setAsking] = useState(false)
  const [fault, setFault] = useState<RecorderFault | null>(null)

  const begin = (stream: MediaStream, format: (typeof formats)[number]) => {
    const pieces: Blob[] = []
    const startedAt = performance.now()
    const made = new MediaRecorder(stream, { mimeType: format.type })
    const timer = setInterval(() => setSeconds((performance.now() - startedAt) / 1_000), TICK)
    made.addEventListener('dataavailable', ({ data }) => {
      pieces.push(data)
      // A longer one could not be uploaded.
      if (sizeOf(pieces) > AUDIO_MAX_BYTES * 0.98 && made.state === 'recording') made.stop()
    })
    made.addEventListener('stop', () => {
      clearInterval(timer)
      close(stream)
      setSeconds(null)
      if (recorder.current !== made) return
      const type = format.type.split(';')[0] ?? format.type
      onRecorded(new File(pieces, `recording.${format.ending}`, { type }))
    })
    made.start(TICK)
    recorder.current = made
    setSeconds(0)
  }

  const start = async () => {
    setFault(null)
    const format = typeof MediaRecorder === 'undefined' ? undefined : formats.find(canRecord)
    // Browsers offer no microphone where the page came over plain http from another machine.
    if (!format || !navigator.mediaDevices) return setFault('unsupported')
    setAsking(true)
    try {
      begin(await navigator.mediaDevices.getUserMedia({ audio: true }), format)
    } catch (error) {
      const isDenied = error instanceof DOMException && error.name === 'NotAllowedError'
      setFault(isDenied ? 'denied' : 'noMicrophone')
    } finally {
      setAsking(false)
    }
  }
  const stop = () => recorder.current?.stop()
  /** Ends the recording and keeps nothing of it. */
  const discard = () => {
    const made = recorder.current
    recorder.current = null
    if (made?.state === 'recording') made.stop()
  }
  useEffect(
    () => () => {
      const made = recorder.current
      recorder.current = null
      if (made?.state === 'recording') made.stop()
    },
    [],
  )
  return { seconds, asking, fault, start, stop, discard }
}

const canRecord = ({ type }: (typeof formats)[number]) => MediaRecorder.isTypeSupported(type)
const sizeOf = (pieces: readonly Blob[]) => pieces.reduce((size, piece) => size + piece.size, 0)

function close(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop()
}
