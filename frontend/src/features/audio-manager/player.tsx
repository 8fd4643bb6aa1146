import { useQuery } from '@tanstack/react-query'
import { Pause, Play } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useFormat } from '../../shared/i18n/format.ts'
import { IconButton } from '../../shared/ui/icon-button.tsx'
import styles from './audio-manager.module.css'
import { useAudioMessages } from './audio-messages.ts'
import { readSound } from './read-sound.ts'
import { Waveform } from './waveform.tsx'

/** Plays what is at an address, with its loudness over time and how long it takes. */
export function Player({
  address,
  label,
  read,
}: {
  address: string
  label: string
  /** Its bytes, where they are at hand: the page's policy lets nobody fetch an address of the browser's own. */
  read: () => Promise<ArrayBuffer>
}) {
  const messages = useAudioMessages()
  const format = useFormat()
  const audio = useRef<HTMLAudioElement>(null)
  const [playing, setPlaying] = useState(false)
  const [position, setPosition] = useState(0)
  const [broken, setBroken] = useState(false)
  const { data: sound } = useQuery({
    queryKey: ['admin', 'data', 'sound', address],
    queryFn: async () => readSound(await read()),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  useEffect(() => {
    const element = audio.current
    return () => element?.pause()
  }, [])

  const toggle = () => {
    const element = audio.current
    if (!element) return
    if (playing) element.pause()
    else element.play().catch(() => setBroken(true))
  }
  const seek = (to: number) => {
    if (audio.current) audio.current.currentTime = to
    setPosition(to)
  }

  return (
    <div className={styles.player}>
      {/* biome-ignore lint/a11y/useMediaCaption: what is spoken is the question or the answer, which stands beside it. */}
      <audio
        ref={audio}
        src={address}
        preload="metadata"
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
        onEnded={() => setPosition(0)}
        onError={() => setBroken(true)}
        onTimeUpdate={({ currentTarget }) => setPosition(currentTarget.currentTime)}
      />
      <IconButton
        icon={playing ? Pause : Play}
        label={playing ? messages.pause(label) : messages.play(label)}
        onClick={toggle}
      />
      {sound && (
        <>
          <div className={styles.track}>
            <Waveform peaks={sound.peaks} played={position / sound.duration} />
            <input
              type="range"
              min={0}
              max={sound.duration}
              step={0.1}
              value={Math.min(position, sound.duration)}
              aria-label={messages.position(label)}
              aria-valuetext={format.stopwatch(position)}
              onChange={(event) => seek(Number(event.target.value))}
            />
          </div>
          <span data-numeric className={styles.time}>
            {format.stopwatch(position)} / {format.stopwatch(sound.duration)}
          </span>
        </>
      )}
      {broken && <p className={styles.error}>{messages.unplayable}</p>}
    </div>
  )
}
