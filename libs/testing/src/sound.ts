import { randomUUID } from 'node:crypto'

/** A random tone as WAV, by default one second long; no two files are equal. */
export function sound(bytes = 16_044): Buffer<ArrayBuffer> {
  const file = Buffer.alloc(bytes)
  file.write('RIFF')
  file.writeUInt32LE(bytes - 8, 4)
  file.write('WAVEfmt ', 8)
  file.writeUInt32LE(16, 16)
  file.writeUInt16LE(1, 20)
  file.writeUInt16LE(1, 22)
  file.writeUInt32LE(8_000, 24)
  file.writeUInt32LE(16_000, 28)
  file.writeUInt16LE(2, 32)
  file.writeUInt16LE(16, 34)
  file.write('data', 36)
  file.writeUInt32LE(bytes - 44, 40)
  file.write(randomUUID(), 44)
  return file
}
