import { FileAudio, Mic, Square } from 'lucide-react'
import { type ChangeEvent, useRef, useState } from 'react'
import { useFormat } from '../../shared/i18n/format.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { Alert } from '../../shared/ui/alert.tsx'
import { Button } from '../../shared/ui/button.tsx'
import styles from './audio-manager.module.css'
import { useAudioMessages } from './audio-messages.ts'
import { checkFile, type FileFault } from './check-file.ts'
import { useRecorder } from './use-recorder.ts'

/** A sound from a file, or from the microphone. */
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
  const [fault, setFault] = useState<FileFault | null>(null)
  const take = (file: File) => {
    const found = checkFile(file)
    setFault(found)
    onChoose(found ? undefined : file)
  }
  const recorder = useRecorder(take)
  const isBusy = disabled || recorder.seconds !== null

  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0]
    if (file) take(file)
    // The same file may be chosen again.
    target.value = ''
  }

  return (
    <div className={styles.sources}>
      <input
        ref={input}
        type="file"
        accept="audio/*"
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
      {fault && <Alert tone="error">{messages.faults[fault]}</Alert>}
      {recorder.fault && <Alert tone="warning">{messages.recorderFaults[recorder.fault]}</Alert>}
    </div>
  )
}
