import { notAudio } from '../refusals.ts'
import { type Container, text } from './container.ts'

/** RIFF WAVE: chunks, each with its length; `fmt ` says how many bytes are a second of `data`. */
export const wav: Container = {
  mimeType: 'audio/wav',
  extension: 'wav',
  recognizes: (head) => text(head, 0, 4) === 'RIFF' && text(head, 8, 12) === 'WAVE',
  measure: async (bytes) => {
    const header = await bytes.read(0, 12)
    if (header.readUInt32LE(4) + 8 !== bytes.size)
      throw notAudio('the length in its header is not its length')
    let bytesPerSecond = 0
    let audio = 0
    for (let offset = 12; offset < bytes.size; ) {
      const chunk = await bytes.read(offset, 8)
      const id = text(chunk, 0, 4)
      const length = chunk.readUInt32LE(4)
      if (id === 'fmt ') {
        if (length < 16) throw notAudio('its format is not told')
        bytesPerSecond = (await bytes.read(offset + 8, 16)).readUInt32LE(8)
      }
      if (id === 'data') audio += length
      // Chunks begin at even offsets; the padding of the last one may be missing.
      offset += 8 + length
      if (offset > bytes.size) throw notAudio('the file ends too early')
      offset += offset % 2
    }
    if (bytesPerSecond === 0 || audio === 0) throw notAudio('there is no sound in it')
    return audio / bytesPerSecond
  },
}
