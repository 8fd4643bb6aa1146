import { AUDIO_MAX_BYTES } from '@rehearse/contracts/constants'
import { AUDIO_FORMATS } from '@rehearse/contracts/media/audio-formats'
import { FileAudio, Mic, Square } from 'lucide-react'
import { type ChangeEvent, useEffect, useRef, useState } from 'react'
import { useFormat } from '../../shared/i18n/format.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { Alert } from '../../shared/ui/alert.tsx'
import { Button } from '../../shared/ui/button.tsx'
import styles from './audio-manager.module.css'
import { useAudioMessages } from './messages.en.ts'

/** Audio from a file or the microphone. */
export function FileChoice({
  label,
  disabled,
  onChoose,
}: {
  label: string
  disabled: boolean
  onChoose: (file: File | undefined) => void
}) {
  const messages = useAudioMessages()
  const { common } = useMessages()
  const format = useFormat()
  const input = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<FileError | null>(null)
  const take = (file: File) => {
    const found = checkFile(file)
    setProblem(found)
    onChoose(found ? undefined : file)
  }
  const recorder = useRecorder(take)
  const isBusy = disabled || recorder.seconds !== null

  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0]
    if (file) take(file)
    // Allow choosing the same file again.
    target.value = ''
  }

  return (
    <div className={styles.sources}>
      <input
        ref={input}
        type="file"
        accept={`audio/*,${[...endings].map((ending) => `.${ending}`).join()}`}
        aria-label={label}
        tabIndex={-1}
        disabled={isBusy}
        onChange={choose}
        className="visually-hidden"
      />
      <p className={styles.note}>{messages.limits}</p>
      {recorder.seconds === null ? (
        <div className={styles.ways}>
          <Button disabled={isBusy} onClick={() => input.current?.click()}>
            <FileAudio aria-hidden size={16} />
            {label}
          </Button>
          <Button pending={recorder.asking} disabled={disabled} onClick={() => void recorder.start()}>
            <Mic aria-hidden size={16} />
            {messages.record}
          </Button>
        </div>
      ) : (
        <p className={styles.recording}>
          <span role="timer" data-numeric>
            <span aria-hidden className={styles.dot} />
            {messages.recording(format.stopwatch(recorder.seconds))}
          </span>
          <Button onClick={recorder.stop}>
            <Square aria-hidden size={16} />
            {messages.stop}
          </Button>
          <Button variant="ghost" onClick={recorder.discard}>
            {common.cancel}
          </Button>
        </p>
      )}
      {problem && <Alert tone="error">{messages.fileErrors[problem]}</Alert>}
      {recorder.problem && <Alert tone="warning">{messages.recorderErrors[recorder.problem]}</Alert>}
    </div>
  )
}

const formatEntries = Object.entries(AUDIO_FORMATS)
const types: ReadonlySet<string> = new Set(formatEntries.flatMap(([, { type, types }]) => [type, ...types]))
const endings: ReadonlySet<string> = new Set(
  formatEntries.flatMap(([ending, { endings }]) => [ending, ...endings]),
)

type FileError = 'tooLarge' | 'unsupported'

/**
 * Why a file can't be uploaded, checked in advance; null if it can. Its type or the ending of its name must be of an
 * accepted format, since systems know different types. The server checks its bytes.
 */
export function checkFile({ size, type, name }: Pick<File, 'size' | 'type' | 'name'>): FileError | null {
  if (size > AUDIO_MAX_BYTES) return 'tooLarge'
  const base = type.split(';')[0]?.trim().toLowerCase() ?? ''
  const ending = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
  return types.has(base) || endings.has(ending) ? null : 'unsupported'
}

/** Recording formats; the browser uses the first it supports. All of them can be uploaded. */
const formats = [
  { type: 'audio/webm;codecs=opus', ending: 'webm' },
  { type: 'audio/ogg;codecs=opus', ending: 'ogg' },
  { type: 'audio/mp4', ending: 'm4a' },
] as const

/** Interval for the recording time and for chunks of recorded data. Milliseconds. */
const TICK = 250

type RecorderError = 'denied' | 'noMicrophone' | 'unsupported'

/** Records from the microphone, which is open only during the recording. */
function useRecorder(onRecorded: (file: File) => void) {
  const recorder = useRef<MediaRecorder>(null)
  const [seconds, setSeconds] = useState<number | null>(null)
  const [asking, setAsking] = useState(false)
  const [problem, setProblem] = useState<RecorderError | null>(null)

  const begin = (stream: MediaStream, format: (typeof formats)[number]) => {
    const pieces: Blob[] = []
    const startedAt = performance.now()
    const made = new MediaRecorder(stream, { mimeType: format.type })
    const timer = setInterval(() => setSeconds((performance.now() - startedAt) / 1_000), TICK)
    made.addEventListener('dataavailable', ({ data }) => {
      pieces.push(data)
      // A longer recording could not be uploaded.
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
    setProblem(null)
    const format = typeof MediaRecorder === 'undefined' ? undefined : formats.find(canRecord)
    // Browsers offer no microphone to a page over plain HTTP from another machine.
    if (!format || !navigator.mediaDevices) return setProblem('unsupported')
    setAsking(true)
    try {
      begin(await navigator.mediaDevices.getUserMedia({ audio: true }), format)
    } catch (error) {
      const isDenied = error instanceof DOMException && error.name === 'NotAllowedError'
      setProblem(isDenied ? 'denied' : 'noMicrophone')
    } finally {
      setAsking(false)
    }
  }
  const stop = () => recorder.current?.stop()
  /** Ends the recording and discards it. */
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
  return { seconds, asking, problem, start, stop, discard }
}

const canRecord = ({ type }: (typeof formats)[number]) => MediaRecorder.isTypeSupported(type)
const sizeOf = (pieces: readonly Blob[]) => pieces.reduce((size, piece) => size + piece.size, 0)

function close(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop()
}
