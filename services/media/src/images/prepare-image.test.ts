import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryFolder } from '@rehearse/testing'
import { expect, test } from 'vitest'
import { prepareImage } from './prepare-image.ts'

test('rejects an SVG that takes longer than the limit, and reads the next one', async () => {
  await using folder = await temporaryFolder()
  const path = join(folder.path, 'drawing')
  const text = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 3"><circle r="1"/></svg>'
  await writeFile(path, text)
  const drawing = { path, bytes: text.length }
  // The thread that reads it takes longer to start.
  const refused = expect(prepareImage(drawing, 0.001)).rejects.toMatchObject({
    kind: 'too-large',
    code: 'image_too_complex',
  })
  expect(await prepareImage(drawing, 60)).toMatchObject({ format: 'svg', width: 4, height: 3 })
  await refused
})
