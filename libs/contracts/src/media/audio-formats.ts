// Not in constants.ts, which is part of the first load of the frontend.

/**
 * The accepted audio formats by the extension of a stored file: the type it is served with, and other endings and types
 * that systems and browsers give such files. Only the bytes decide what a file is.
 */
export const AUDIO_FORMATS = {
  mp3: { type: 'audio/mpeg', endings: [], types: ['audio/mp3', 'audio/x-mp3', 'audio/mpeg3'] },
  wav: { type: 'audio/wav', endings: ['wave'], types: ['audio/wave', 'audio/x-wav', 'audio/vnd.wave'] },
  ogg: {
    type: 'audio/ogg',
    endings: ['oga', 'opus'],
    types: ['audio/opus', 'audio/x-ogg', 'video/ogg', 'application/ogg'],
  },
  m4a: { type: 'audio/mp4', endings: [], types: ['audio/m4a', 'audio/x-m4a'] },
  aac: {
    type: 'audio/aac',
    endings: ['adts'],
    types: ['audio/aacp', 'audio/x-aac', 'audio/vnd.dlna.adts'],
  },
  webm: { type: 'audio/webm', endings: ['weba'], types: ['video/webm'] },
} as const
export type AudioFormat = keyof typeof AUDIO_FORMATS
