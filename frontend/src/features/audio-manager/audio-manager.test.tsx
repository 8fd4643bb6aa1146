import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { errorResponse, fakeNetwork } from '../../testing/fake-network.ts'
import { renderAt } from '../../testing/render-app.tsx'
import { sampleQuestion } from '../../testing/samples.ts'
import { AudioManager } from './audio-manager.tsx'
import { checkFile } from './file-choice.tsx'
import { peaksOf } from './player.tsx'

const question = sampleQuestion({ audioAnswer: '/api/audio/x/answer/y.mp3' })
const open = sampleQuestion({ id: 'open', title: 'Explain', type: 'open-ended', options: [] })
const wordless = sampleQuestion({ id: 'wordless', title: 'Wordless', content: ' ' })

const network = (more: Parameters<typeof fakeNetwork>[0] = {}) =>
  fakeNetwork({
    'GET /api/learning-paths': () => ({ data: [{ id: 'deep', name: 'Deep dive' }] }),
    'GET /api/questions/deep': () => ({ learningPath: {}, questions: [open, question, wordless], count: 3 }),
    ...more,
  })
const show = (chosen = question.id) => renderAt(`/admin/audio?path=deep&question=${chosen}`, <AudioManager />)
const panel = (name: string) => screen.findByRole('region', { name })
const file = (name: string, type: string, size = 10) => new File([new Uint8Array(size)], name, { type })

/** A controllable upload, since jsdom sends none. */
class FakeUpload extends EventTarget {
  static last: FakeUpload
  readonly upload = new EventTarget()
  readonly headers = new Map<string, string>()
  form: FormData | undefined
  status = 0
  response: unknown
  constructor() {
    super()
    FakeUpload.last = this
  }
  open() {}
  setRequestHeader(name: string, value: string) {
    this.headers.set(name, value)
  }
  send(form: FormData) {
    this.form = form
  }
  abort() {
    this.dispatchEvent(new Event('abort'))
  }
  progress(loaded: number, total: number) {
    this.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded, total }))
  }
  answer(status: number, response: unknown) {
    Object.assign(this, { status, response })
    this.dispatchEvent(new Event('load'))
  }
}

beforeEach(() => {
  vi.stubGlobal('XMLHttpRequest', FakeUpload)
  URL.createObjectURL = () => 'blob:made'
  URL.revokeObjectURL = () => {}
})

test('offers multiple-choice questions that have a text and options, with their audio', async () => {
  network()
  show()
  const choice = await screen.findByRole('combobox', { name: 'Question' })
  await within(choice).findByRole('option', { name: '○● Closures: var in a loop' })
  expect(within(choice).getAllByRole('option')).toHaveLength(2)
  expect(await screen.findByText(/^1 of 1 questions have audio/)).toBeTruthy()
  expect(within(await panel('Answer audio')).getByRole('button', { name: 'Play: Answer audio' })).toBeTruthy()
  expect(within(await panel('Question audio')).getByText('No audio yet.')).toBeTruthy()
})

test('reports that the questions could not be loaded', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  network({ 'GET /api/questions/deep': () => errorResponse(404, 'Learning path not found') })
  show()
  expect(await screen.findByText('Failed to fetch questions')).toBeTruthy()
  expect(screen.getByText('Learning path not found')).toBeTruthy()
})

test('uploads the chosen file, shows the progress, and plays the result', async () => {
  network()
  const { user } = show()
  const region = await panel('Question audio')
  await user.click(within(region).getByRole('button', { name: 'Upload question audio' }))
  expect(await within(region).findByText('Please select a question and audio file')).toBeTruthy()

  await user.upload(
    within(region).getByLabelText('Choose a question audio file', { selector: 'input' }),
    file('q.mp3', 'audio/mpeg'),
  )
  await user.click(within(region).getByRole('button', { name: 'Upload question audio' }))
  const sending = await within(region).findByRole('button', { name: 'Uploading...' })
  expect(sending).toHaveProperty('disabled', true)
  expect(Object.fromEntries(FakeUpload.last.form ?? [])).toMatchObject({
    questionId: question.id,
    type: 'question',
  })
  expect(FakeUpload.last.headers.get('x-rehearse-area')).toBe('admin')
  FakeUpload.last.progress(3, 4)
  await waitFor(() =>
    expect(within(region).getByRole('progressbar', { name: 'Uploaded' }).getAttribute('aria-valuenow')).toBe(
      '75',
    ),
  )
  FakeUpload.last.answer(201, {
    success: true,
    url: '/api/audio/x/question/z.mp3',
    message: 'Question audio uploaded successfully!',
  })
  expect(await within(region).findByText('Question audio uploaded successfully!')).toBeTruthy()
  expect(within(region).queryByText('q.mp3')).toBeNull()
  expect(within(region).getByRole('button', { name: 'Replace' })).toBeTruthy()
  expect(within(region).getByRole('button', { name: 'Play: Question audio' })).toBeTruthy()
})

test('an upload can be canceled, and a rejected one shows why; the chosen file stays', async () => {
  network()
  const { user } = show()
  const region = await panel('Question audio')
  await user.upload(
    within(region).getByLabelText('Choose a question audio file', { selector: 'input' }),
    file('q.mp3', 'audio/mpeg'),
  )
  await user.click(within(region).getByRole('button', { name: 'Upload question audio' }))
  await user.click(await within(region).findByRole('button', { name: 'Cancel' }))
  expect(await within(region).findByText('The upload was canceled.')).toBeTruthy()

  await user.click(within(region).getByRole('button', { name: 'Upload question audio' }))
  await within(region).findByRole('button', { name: 'Uploading...' })
  FakeUpload.last.answer(415, {
    success: false,
    error: 'Invalid file type. Only audio files are allowed.',
    code: 'x',
  })
  expect(await within(region).findByText('Failed to upload question audio')).toBeTruthy()
  expect(within(region).getByText('Invalid file type. Only audio files are allowed.')).toBeTruthy()
  expect(within(region).getByText('q.mp3')).toBeTruthy()
})

test('deletes audio after a confirmation', async () => {
  const calls = network({ 'DELETE /api/audio/upload': () => ({ success: true, message: 'Audio deleted' }) })
  const { user } = show()
  const region = await panel('Answer audio')
  await user.click(within(region).getByRole('button', { name: 'Delete' }))
  const dialog = await screen.findByRole('alertdialog')
  await user.click(within(dialog).getByRole('button', { name: 'Delete' }))
  expect(await within(region).findByText('No audio yet.')).toBeTruthy()
  const deletion = calls.find(({ method }) => method === 'DELETE')
  expect(deletion?.body).toEqual({ audioUrl: '/api/audio/x/answer/y.mp3' })
})

test.each([
  [new DOMException('no', 'NotAllowedError'), /is blocked/],
  [new DOMException('none', 'NotFoundError'), /No microphone/],
])('shows why it can not record: %s', async (error, text) => {
  network()
  vi.stubGlobal('MediaRecorder', { isTypeSupported: () => true })
  vi.stubGlobal('navigator', {
    ...navigator,
    language: 'en',
    mediaDevices: { getUserMedia: () => Promise.reject(error) },
  })
  const { user } = show()
  const region = await panel('Question audio')
  await user.click(within(region).getByRole('button', { name: 'Record' }))
  expect(await within(region).findByText(text)).toBeTruthy()
})

describe('a file', () => {
  test('that is too large, or not audio, is not offered for upload', async () => {
    network()
    const { user } = show()
    const region = await panel('Question audio')
    const input = within(region).getByLabelText('Choose a question audio file', { selector: 'input' })
    await user.upload(input, file('q.wav', 'audio/wav', 10_485_761))
    expect(await within(region).findByText('File size must be less than 10MB')).toBeTruthy()
    expect(within(region).queryByText('q.wav')).toBeNull()
  })

  test.each([
    'audio/mpeg',
    'audio/mp3',
    'audio/wav',
    'audio/ogg',
    'audio/m4a',
    'audio/aac',
    'audio/webm;codecs=opus',
  ])('of type %s is accepted', (type) => {
    expect(checkFile({ size: 10_485_760, type, name: 'q' })).toBeNull()
    expect(checkFile({ size: 10_485_761, type, name: 'q' })).toBe('tooLarge')
  })
  test.each(['', 'text/plain', 'video/mp4', 'audio/midi'])('of type "%s" is rejected', (type) => {
    expect(checkFile({ size: 1, type, name: 'q.txt' })).toBe('unsupported')
  })

  // The types are those that Chromium, Firefox and Safari give files from disk on different systems.
  test.each([
    ['answer.webm', 'video/webm'],
    ['answer.WEBM', ''],
    ['answer.ogg', 'video/ogg'],
    ['answer.oga', 'application/ogg'],
    ['answer.opus', ''],
    ['answer.m4a', 'audio/x-m4a'],
    ['answer.aac', 'audio/vnd.dlna.adts'],
    ['answer.aac', ''],
    ['answer.wav', 'audio/wave'],
    ['answer.mp3', 'application/octet-stream'],
  ])('named %s of type "%s" is accepted, as by the server', (name, type) => {
    expect(checkFile({ size: 1, type, name })).toBeNull()
  })
})

test('the peak of each segment is drawn', () => {
  expect(peaksOf([])).toEqual([])
  expect(peaksOf([0.5, -2])).toEqual([0.5, 1])
  const peaks = peaksOf(Array.from({ length: 960 }, (_, at) => (at === 955 ? -0.75 : 0.25)))
  expect(peaks).toHaveLength(96)
  expect([peaks[0], peaks.at(-1)]).toEqual([0.25, 0.75])
})
