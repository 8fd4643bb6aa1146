import { strToU8, zipSync } from 'fflate'
import type { Locator, Page } from 'playwright-core'
import { expect, test, vi } from 'vitest'
import { openAdminPage } from '../support/admin-browser.ts'
import { expectAccessible, openPage } from '../support/browser.ts'
import { superAdmin } from '../support/client.ts'
import { deepTest } from '../support/depth.ts'
import { newPath, newQuestion } from '../support/questions.ts'

/** A drawing with its own bytes. */
const drawing = (name: string, content = '') => ({
  name: `${name}.svg`,
  mimeType: 'image/svg+xml',
  buffer: Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 100"><title>${name}</title>${content}<circle cx="50" cy="50" r="40"/></svg>`,
  ),
})
/** Classes and elements of the browser, whose types this program doesn't have. */
type Made = new (...given: unknown[]) => object
interface Loaded {
  complete: boolean
  naturalWidth: number
}

/** One pixel. */
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='

/** Pastes or drops a file. @returns whether the browser would handle it as well, which opens it in the tab */
const give = (field: Locator, way: 'paste' | 'drop', name: string, type: string) =>
  field.evaluate(
    (area, given) => {
      const { DataTransfer, File, ClipboardEvent, DragEvent } = globalThis as unknown as Record<string, Made>
      if (!DataTransfer || !File || !ClipboardEvent || !DragEvent) throw new Error('not in a browser')
      const bytes = Uint8Array.from(atob(given.base64), (one) => one.charCodeAt(0))
      const data = new DataTransfer() as { items: { add: (file: object) => void } }
      data.items.add(new File([bytes], given.name, { type: given.type }))
      const init = { bubbles: true, cancelable: true }
      const event =
        given.way === 'paste'
          ? new ClipboardEvent('paste', { ...init, clipboardData: data })
          : new DragEvent('drop', { ...init, dataTransfer: data })
      return (area as unknown as { dispatchEvent: (event: object) => boolean }).dispatchEvent(event)
    },
    { way, name, type, base64: png },
  )

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Add an image' })
const fileOf = (page: Page) => dialogOf(page).locator('input[type=file]')

test('an image is described, uploaded and inserted in the editor, and learners see it', async () => {
  const question = await newQuestion({ content: 'Which shape is this?' })
  const page = await openAdminPage(`/admin/questions/unified?open=edit:${question.id}`)
  const form = page.getByRole('region', { name: 'Edit Question' })
  const content = form.getByLabel('Content', { exact: true })
  await content.press('Control+End')
  await form
    .getByRole('toolbar', { name: 'Formatting: Content' })
    .getByRole('button', { name: 'Image' })
    .click()
  await fileOf(page).setInputFiles(drawing(`editor ${question.id}`, '<script>alert(1)</script>'))
  await dialogOf(page).getByRole('button', { name: 'Upload and insert' }).click()
  await dialogOf(page).getByText('Describe the image.').waitFor()
  await expectAccessible(page)
  await dialogOf(page).getByLabel('Alternative text').fill('A [black] circle')
  await dialogOf(page).getByRole('button', { name: 'Upload and insert' }).click()
  // What was removed is shown before it is inserted.
  await dialogOf(page).getByText('Removed to make the SVG safe: script').waitFor()
  await dialogOf(page).getByRole('button', { name: 'Insert', exact: true }).click()
  await dialogOf(page).waitFor({ state: 'detached' })
  await vi.waitFor(async () => expect(await content.inputValue()).not.toBe('Which shape is this?'))
  await expect
    .poll(() => content.inputValue())
    .toMatch(/^Which shape is this\?!\[A \\\[black\\\] circle\]\(\/api\/images\/[0-9a-f]{32}-300x100\.svg\)$/)
  await content.press('Control+z')
  await expect.poll(() => content.inputValue()).toBe('Which shape is this?')
  await content.press('Control+Shift+z')

  // Pasting asks as well, and a dropped or pasted file never opens in the tab.
  await content.press('Control+End')
  await give(content, 'paste', 'pasted.png', 'image/png')
  await dialogOf(page).getByText('pasted.png').waitFor()
  await dialogOf(page).getByLabel('Alternative text').fill('A dot')
  await dialogOf(page).getByRole('button', { name: 'Upload and insert' }).click()
  await dialogOf(page).waitFor({ state: 'detached' })
  await vi.waitFor(async () => expect(await content.inputValue()).toContain('A dot'))
  await expect
    .poll(() => content.inputValue())
    .toMatch(/!\[A dot\]\(\/api\/images\/[0-9a-f]{32}-1x1\.webp\)$/)
  await form.getByRole('button', { name: 'Save changes' }).click()
  await form.waitFor({ state: 'detached' })
  await page.close()

  const learner = await openPage(`/questions?question=${question.id}`)
  const image = learner.getByRole('img', { name: 'A [black] circle' })
  await image.scrollIntoViewIfNeeded()
  await vi.waitFor(async () =>
    expect(
      await image.evaluate(
        (one) => (one as unknown as Loaded).complete && (one as unknown as Loaded).naturalWidth > 0,
      ),
    ).toBe(true),
  )
  await learner.close()
})

test('an image is dropped into a lesson, whose code stays as it is, and learners see it there', async () => {
  const asAdmin = await superAdmin()
  const path = await newPath()
  const step = {
    id: 'shapes',
    title: 'Shapes',
    summary: '',
    questionIds: [],
    lesson: 'Look:\n\n```\n\ta\n```\n',
  }
  await asAdmin(`/api/learning-paths/${path}`, { method: 'PUT', body: { steps: [step] } })
  const page = await openAdminPage(`/admin/content?entry=${path}`)
  const lesson = page.getByRole('textbox', { name: /^Lesson/ })
  await lesson.press('Control+End')
  expect(await give(lesson, 'drop', 'notes.txt', 'text/plain')).toBe(true)
  expect(await give(lesson, 'drop', 'dropped.png', 'image/png')).toBe(false)
  await dialogOf(page).getByText('dropped.png').waitFor()
  await dialogOf(page).getByLabel('Alternative text').fill('A dot')
  await dialogOf(page).getByRole('button', { name: 'Upload and insert' }).click()
  await dialogOf(page).waitFor({ state: 'detached' })
  await vi.waitFor(async () => expect(await lesson.inputValue()).toContain('![A dot](/api/images/'))
  const tools = page.getByRole('toolbar', { name: 'Formatting: Lesson' })
  await tools.getByRole('button', { name: 'Preview' }).click()
  await page.getByRole('region', { name: 'Preview: Lesson' }).getByRole('img', { name: 'A dot' }).waitFor()
  await expectAccessible(page)
  if (process.env.SCREENSHOTS) {
    await tools.scrollIntoViewIfNeeded()
    await page.screenshot({ path: `${process.env.SCREENSHOTS}/lesson-editor.png` })
  }
  await page.getByRole('button', { name: 'Save changes' }).click()
  await lesson.waitFor({ state: 'detached' })
  const { body } = await asAdmin<{ data: { steps: { lesson: string }[] } }>(`/api/learning-paths/${path}`)
  expect(body.data.steps[0]?.lesson).toMatch(
    /^Look:\n\n```\n\ta\n```\n!\[A dot\]\(\/api\/images\/[0-9a-f]{32}-1x1\.webp\)$/,
  )
  await page.close()

  const learner = await openPage(`/learning-paths/${path}/shapes`)
  await learner.getByRole('img', { name: 'A dot' }).waitFor()
  await learner.close()
})

test('the Images page finds an image, changes its description, and deletes it only while nothing uses it', async () => {
  const page = await openAdminPage('/admin/images')
  const name = `loop ${Date.now()}`
  await page.getByRole('button', { name: 'Upload an image' }).click()
  await fileOf(page).setInputFiles(drawing(name))
  await dialogOf(page).getByLabel('Alternative text').fill('The event loop')
  await dialogOf(page).getByRole('button', { name: 'Upload and insert' }).click()
  await dialogOf(page).waitFor({ state: 'detached' })
  await page.getByLabel('Search by description or file name').fill(name)
  const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: `${name}.svg` }) })
  await card.getByText('Not used').waitFor()
  await expectAccessible(page)

  await card.getByLabel('Alternative text').fill('The event loop with its queues')
  await card.getByRole('button', { name: 'Save' }).click()
  await card.getByRole('img', { name: 'The event loop with its queues' }).waitFor()

  const url = await card.getByRole('img').getAttribute('src')
  const { title } = await newQuestion({ explanation: `Look: ![The loop](${url})` })
  await page.reload()
  await card.getByText('Used in 1 place').click()
  await card.getByRole('link', { name: title }).waitFor()
  await card.getByRole('button', { name: `Delete ${name}.svg` }).click()
  await card.getByText('It is in use. Remove it from these places first.').waitFor()

  const unused = `unused ${Date.now()}`
  await page.getByRole('button', { name: 'Upload an image' }).click()
  await fileOf(page).setInputFiles(drawing(unused))
  await dialogOf(page).getByLabel('Alternative text').fill('Nothing')
  await dialogOf(page).getByRole('button', { name: 'Upload and insert' }).click()
  await dialogOf(page).waitFor({ state: 'detached' })
  await page.getByLabel('Search by description or file name').fill(unused)
  await page.getByRole('button', { name: `Delete ${unused}.svg` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('No images match this search').waitFor()
  await page.close()
})

test('an import takes the images of an archive, and names each that it can’t take before anything is saved', async () => {
  const topic = `Images ${Date.now()}`
  const question = (title: string, image: string) =>
    `## ${title}\n\nLook at it.\n\n${image}\n\na) yes [correct]\nb) no\n`
  const text = [
    `---\nCategory: ${topic}\n---\n`,
    question(`${topic}: one`, `![A circle, ${topic}](img/circle.svg)`),
    question(`${topic}: two`, '![A film](img/film.gif)'),
    question(`${topic}: three`, '![Nothing](img/lost.png)'),
  ].join('\n')
  const archive = zipSync({
    'questions.md': strToU8(text),
    'img/circle.svg': drawing(topic).buffer,
    'img/film.gif': strToU8('GIF89a and more'),
    'img/spare.svg': drawing('spare').buffer,
  })
  const page = await openAdminPage('/admin/content/questions')
  await page.getByRole('tab', { name: 'Any file' }).click()
  await page
    .getByLabel('Choose a file')
    .first()
    .setInputFiles({ name: 'quiz.zip', mimeType: 'application/zip', buffer: Buffer.from(archive) })
  await page.getByText('3 images in the file').waitFor()
  await page.getByRole('button', { name: 'Parse' }).click()
  const images = page.getByRole('region', { name: 'Images' })
  await images.getByText('1 image will be uploaded').waitFor()
  expect(await images.getByRole('listitem').allTextContents()).toEqual([
    '1 image will be uploaded',
    'img/film.gif: Images may be PNG, JPEG, WebP, AVIF or SVG Question 2',
    'img/lost.png: the image is not in the file. Question 3',
    'img/spare.svg: no question shows it, so it is not uploaded. ',
  ])
  const asAdmin = await superAdmin()
  const stored = async () =>
    (
      await asAdmin<{ pagination: { totalCount: number } }>(
        `/api/admin/images?search=${encodeURIComponent(topic)}`,
      )
    ).body.pagination.totalCount
  expect(await stored()).toBe(0)
  await page.getByRole('button', { name: 'Add 3 questions' }).click()
  await page.getByText('3 questions added successfully! 0 failed.').first().waitFor()
  expect(await stored()).toBe(1)
  const found = await asAdmin<{ data: { title: string; content: string }[] }>(
    `/api/questions/unified?search=${encodeURIComponent(`"${topic}: one"`)}&status=draft`,
  )
  expect(found.body.data.find(({ title }) => title === `${topic}: one`)?.content).toMatch(
    /!\[A circle, Images \d+\]\(\/api\/images\/[0-9a-f]{32}-300x100\.svg\)/,
  )
  await page.close()
})

deepTest('an import takes the images of a Moodle file, and names one that it can’t take', async () => {
  const topic = `Moodle ${Date.now()}`
  const question = (name: string, file: string, data: string) => `<question type="multichoice">
    <name><text>${topic}: ${name}</text></name>
    <questiontext format="html"><text><![CDATA[<p>Look: <img src="@@PLUGINFILE@@/${file}" alt="A shape"></p>]]></text>
      <file name="${file}" path="/" encoding="base64">${data}</file></questiontext>
    <answer fraction="100"><text>yes</text></answer><answer fraction="0"><text>no</text></answer>
  </question>`
  const circle = drawing(topic).buffer.toString('base64')
  const film = Buffer.from('GIF89a and more').toString('base64')
  const xml = `<?xml version="1.0"?><quiz>
    <question type="category"><category><text>${topic}</text></category></question>
    ${question('one', 'circle.svg', circle)}${question('two', 'film.gif', film)}</quiz>`
  const page = await openAdminPage('/admin/content/questions')
  await page.getByRole('tab', { name: 'Any file' }).click()
  await page
    .getByLabel('Choose a file')
    .first()
    .setInputFiles({ name: 'quiz.xml', mimeType: 'application/xml', buffer: Buffer.from(xml) })
  await page.getByText('2 images in the file').waitFor()
  await page.getByRole('button', { name: 'Parse' }).click()
  const images = page.getByRole('region', { name: 'Images' })
  await images.getByText('1 image will be uploaded').waitFor()
  await images.getByText(/film\.gif: Images may be PNG, JPEG, WebP, AVIF or SVG/).waitFor()
  await page.getByRole('button', { name: 'Add 2 questions' }).click()
  await page.getByText('2 questions added successfully! 0 failed.').first().waitFor()
  const asAdmin = await superAdmin()
  const found = await asAdmin<{ data: { title: string; content: string }[] }>(
    `/api/questions/unified?search=${encodeURIComponent(`"${topic}: one"`)}&status=draft`,
  )
  const { content } = found.body.data.find(({ title }) => title === `${topic}: one`) ?? {}
  const url = /!\[A shape\]\((\/api\/images\/[0-9a-f]{32}-300x100\.svg)\)/.exec(content ?? '')?.[1]
  expect(url).toBeDefined()
  expect((await page.request.get(url ?? '')).status()).toBe(200)
  await page.close()
})
