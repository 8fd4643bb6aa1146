import { randomUUID } from 'node:crypto'
import { beforeAll, expect, inject, test } from 'vitest'
import { openAdminPage, rootAccount } from '../support/admin-browser.ts'
import { expectAccessible, startBrowserWith } from '../support/browser.ts'
import { type Call, superAdmin } from '../support/client.ts'
import { newQuestion } from '../support/questions.ts'

const { url } = inject('platform')

// A fake microphone that beeps every second and needs no permission.
startBrowserWith(['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'])

let call: Call
beforeAll(async () => {
  call = await superAdmin()
})

test('audio of a question is recorded, played, uploaded, replaced and deleted', async () => {
  const marker = randomUUID()
  const path = (
    await call<{ data: { id: string } }>('/api/learning-paths', { body: { name: `Heard ${marker}` } })
  ).body.data
  const question = await newQuestion({ title: `Heard ${marker}`, learningPath: path.id })
  const page = await openAdminPage(`/admin/audio?path=${path.id}`, rootAccount, {
    mayComplain: /status of 503|ERR_/,
  })
  await page.getByLabel('Question', { exact: true }).selectOption(question.id)
  const panel = page.getByRole('region', { name: 'Question audio', exact: true })
  await expectAccessible(page)

  await panel.getByRole('button', { name: 'Record', exact: true }).click()
  await panel
    .getByRole('timer')
    .filter({ hasText: /0:0[1-9]/ })
    .waitFor()
  await panel.getByRole('button', { name: 'Stop recording' }).click()
  // Decoded audio has a duration, so that one can seek in it.
  const position = panel.getByRole('slider', { name: 'Position: recording' })
  await position.waitFor()
  expect(Number(await position.getAttribute('max'))).toBeGreaterThan(0.5)

  // The upload hangs and is canceled; the recording stays.
  await page.route('**/api/audio/upload', () => {}, { times: 1 })
  const upload = panel.getByRole('button', { name: 'Upload question audio' })
  await upload.click()
  await panel.getByRole('button', { name: 'Uploading...' }).waitFor()
  await panel.getByRole('button', { name: 'Cancel', exact: true }).click()
  await panel.getByText('The upload was canceled.').waitFor()

  const away = {
    success: false,
    error: 'Temporarily unavailable, please try again',
    code: 'x',
    requestId: 'x',
  }
  await page.route('**/api/audio/upload', (route) => route.fulfill({ status: 503, json: away }), { times: 1 })
  await upload.click()
  await panel.getByText('Temporarily unavailable, please try again').waitFor()

  await upload.click()
  await panel.getByText('Question audio uploaded successfully!').waitFor()
  const address = await panel.locator('audio').getAttribute('src')
  const sound = await fetch(`${url}${address}`)
  expect([sound.status, sound.headers.get('content-type')]).toEqual([200, 'audio/webm'])
  await panel.getByRole('button', { name: 'Play: Question audio' }).click()
  await panel.getByRole('button', { name: 'Pause: Question audio' }).waitFor()
  await expectAccessible(page)

  const input = panel.getByLabel('Choose a question audio file').and(page.locator('input'))
  await input.setInputFiles({
    name: 'no.mp3',
    mimeType: 'audio/mpeg',
    buffer: Buffer.from('no sound at all'),
  })
  await panel.getByRole('button', { name: 'Replace' }).click()
  await panel.getByText('Invalid file type. Only audio files are allowed.').waitFor()

  await panel.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click()
  await panel.getByText('No audio yet.').waitFor()
  await call(`/api/questions/unified/${question.id}`, { method: 'DELETE' })
})
