import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryFolder } from '@rehearse/testing'
import { expect, test } from 'vitest'
import { prepareImage } from './prepare-image.ts'

test('rejects an SVG that would take forever to read, and reads the next one', async () => {
  await using folder = await temporaryFolder()
  const drawing = async (name: string, content: string) => {
    const path = join(folder.path, name)
    const text = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 3">${content}</svg>`
    await writeFile(path, text)
    return { path, bytes: text.length }
  }
  const endless = await drawing('endless', '<g>'.repeat(60_000) + '</g>'.repeat(60_000))
  const small = await drawing('small', '<circle r="1"/>')
  const refused = expect(prepareImage(endless, 0.5)).rejects.toMatchObject({
    kind: 'too-large',
    code: 'image_too_complex',
  })
  expect(await prepareImage(small, 60)).toMatchObject({ format: 'svg', width: 4, height: 3 })
  await refused
})
