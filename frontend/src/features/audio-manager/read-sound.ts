/** What is known of a sound once it has been decoded. */
export interface Sound {
  /** Seconds. */
  duration: number
  /** The loudest moment of each stretch, 0 to 1. */
  peaks: readonly number[]
}

const STRETCHES = 96
/** Samples a second: as many as a drawing of the loudness needs. */
const RATE = 8_000

/**
 * Decodes a sound as this browser plays it. A recording made in a browser says nothing of its own length, so it is
 * measured here.
 * @throws {DOMException} where the browser can't decode it
 */
export async function readSound(bytes: ArrayBuffer): Promise<Sound> {
  const buffer = await new OfflineAudioContext(1, 1, RATE).decodeAudioData(bytes)
  return { duration: buffer.duration, peaks: peaksOf(buffer.getChannelData(0)) }
}

/** @param samples from -1 to 1 */
export function peaksOf(samples: ArrayLike<number>): number[] {
  const stretch = Math.max(1, Math.ceil(samples.length / STRETCHES))
  const peaks: number[] = []
  for (let start = 0; start < samples.length; start += stretch) {
    let loudest = 0
    const end = Math.min(samples.length, start + stretch)
    for (let at = start; at < end; at += 1) loudest = Math.max(loudest, Math.abs(samples[at] ?? 0))
    peaks.push(Math.min(1, loudest))
  }
  return peaks
}
