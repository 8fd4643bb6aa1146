import { AUDIO_MAX_BYTES } from '@rehearse/contracts/constants'

/** What the specification allows, and other names that browsers have for the same. */
const types = new Set([
  'audio/mpeg',
  'audio/mp3',
  'audio/wav',
  'audio/x-wav',
  'audio/vnd.wave',
  'audio/ogg',
  'audio/m4a',
  'audio/x-m4a',
  'audio/mp4',
  'audio/aac',
  'audio/webm',
])

export type FileFault = 'tooLarge' | 'unsupported'

/** What speaks against uploading a file, before it is. The server looks at its bytes. */
export function checkFile({ size, type }: Pick<File, 'size' | 'type'>): FileFault | null {
  if (size > AUDIO_MAX_BYTES) return 'tooLarge'
  const base = type.split(';')[0]?.trim().toLowerCase() ?? ''
  return types.has(base) ? null : 'unsupported'
}
