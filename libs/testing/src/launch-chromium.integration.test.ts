import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { findChromium } from './find-chromium.ts'
import { chromiumOnDemand, launchChromium } from './launch-chromium.ts'
import { temporaryFolder } from './temporary-folder.ts'

test('a real Chromium shows a page', async () => {
  const browser = await launchChromium()
  const page = await browser.newPage()
  await page.setContent('<h1>Rehearse</h1>')
  expect(await page.getByRole('heading').textContent()).toBe('Rehearse')
  await browser.close()
})

test('a Chromium on demand starts with its first context only', async () => {
  vi.stubEnv('CHROMIUM_PATH', '/nowhere')
  const browser = chromiumOnDemand()
  await browser.close()
  await expect(browser.newContext()).rejects.toThrow(/CHROMIUM_PATH is \/nowhere/)
  vi.unstubAllEnvs()
})

test("a CHROMIUM_PATH that isn't a program is an error", async () => {
  await using folder = await temporaryFolder()
  const file = join(folder.path, 'chromium')
  await writeFile(file, 'no program')
  await expect(findChromium(() => {}, { CHROMIUM_PATH: file })).rejects.toThrow(/which is not a program/)
})
