import type { FileHandle } from 'node:fs/promises'
import { ArchiveWriter } from './archive-writer.ts'
import type { HeldPage } from './collect-personal-data.ts'
import { openNamelessFile } from './nameless-file.ts'
import { type ExportReader, pageEnd, pageStart, sectionEnd, sectionStart, tableRow } from './readable-page.ts'

/** Bytes of the readable page that are in memory at a time. */
const chunkBytes = 64 * 1024

/**
 * Writes all that is held on a learner into one archive: each collection as JSON, and `index.html`, which shows the same
 * to people.
 * @returns the archive's file, complete and rewound; whoever takes it closes it
 * @throws what `pages` throws; nothing is left behind then
 */
export async function writeArchive(
  pages: AsyncIterable<HeldPage>,
  reader: ExportReader,
): Promise<FileHandle> {
  const archive = await openNamelessFile()
  try {
    await using readable = await openNamelessFile()
    const writer = new ArchiveWriter(archive)
    await readable.write(pageStart(reader))
    /** The collection that is being written. */
    const at = { name: '', rows: 0 }
    const end = async () => {
      if (at.name === '') return
      await writer.write(at.rows === 0 ? ']\n' : '\n]\n')
      await readable.write(sectionEnd(reader, at.rows))
    }
    for await (const { service, collection, rows } of pages) {
      const name = collection === '' ? service : `${service}/${collection}`
      if (name !== at.name) {
        await end()
        Object.assign(at, { name, rows: 0 })
        writer.begin(`${name}.json`)
        await writer.write('[')
        await readable.write(sectionStart(reader, service, collection, rows[0]))
      }
      for (const row of rows) {
        await writer.write(`${at.rows === 0 ? '\n' : ',\n'}${JSON.stringify(row)}`)
        await readable.write(tableRow(reader, row))
        at.rows += 1
      }
    }
    await end()
    await readable.write(pageEnd)
    writer.begin('index.html')
    const chunks = readable.createReadStream({ start: 0, highWaterMark: chunkBytes, autoClose: false })
    for await (const chunk of chunks) await writer.write(chunk as Uint8Array)
    await writer.end()
    return archive
  } catch (error) {
    await archive.close()
    throw error
  }
}
