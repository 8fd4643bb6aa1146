import { useQuery } from '@tanstack/react-query'
import { Pause, Play } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useFormat } from '../../shared/i18n/format.ts'
import { IconButton } from '../../shared/ui/button.tsx'
import styles from './audio-manager.module.css'
import { useAudioMessages } from './messages.en.ts'

/** Plays the audio at a URL, with its waveform and duration. */
export function Player({
  address,
  label,
  read,
}: {
  address: string
  label: string
  /** Its bytes, if loaded: the page's Content Security Policy forbids fetching blob URLs. */
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
      {/* biome-ignore lint/a11y/useMediaCaption: the spoken text is on the page */}
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

const HEIGHT = 32

/** The waveform as bars; the played part is highlighted. It is decorative: the same state is shown as text. */
function Waveform({ peaks, played }: { peaks: readonly number[]; played: number }) {
  // Draw silence too, as a thin line.
  const bars = peaks.map((peak, at) => ({ at, height: Math.max(1, peak * HEIGHT) }))
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${peaks.length * 3} ${HEIGHT}`}
      preserveAspectRatio="none"
      className={styles.waveform}
    >
      {bars.map(({ at, height }) => (
        <rect
          key={at}
          x={at * 3}
          y={(HEIGHT - height) / 2}
          width={2}
          height={height}
          className={at / peaks.length < played ? styles.heard : undefined}
        />
      ))}
    </svg>
  )
}

/** The properties of decoded audio. */
interface Sound {
  /** Seconds. */
  duration: number
  /** The peak of each segment, 0 to 1. */
  peaks: readonly number[]
}

const PEAK_COUNT = 96
/** Samples per second: enough to draw the waveform. */
const RATE = 8_000

/**
 * Decodes audio as this browser plays it. A recording made in a browser doesn't contain its duration, so it is
 * measured here.
 * @throws {DOMException} if the browser can't decode it
 */
async function readSound(bytes: ArrayBuffer): Promise<Sound> {
  const buffer = await new OfflineAudioContext(1, 1, RATE).decodeAudioData(bytes)
  return { duration: buffer.duration, peaks: peaksOf(buffer.getChannelData(0)) }
}

/** @param samples from -1 to 1 */
export function peaksOf(samples: ArrayLike<number>): number[] {
  const samplesPerPeak = Math.max(1, Math.ceil(samples.length / PEAK_COUNT))
  const peaks: number[] = []
  for (let start = 0; start < samples.length; start += samplesPerPeak) {
    let loudest = 0
    const end = Math.min(samples.length, start + samplesPerPeak)
    for (let at = start; at < end; at += 1) loudest = Math.max(loudest, Math.abs(samples[at] ?? 0))
    peaks.push(Math.min(1, loudest))
  }
  return peaks
}
