import { screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { STORAGE_KEYS } from '../../shared/constants.ts'
import { errorResponse } from '../../testing/fake-network.ts'
import { renderAt } from '../../testing/render-app.tsx'
import { learner } from '../../testing/samples.ts'
import { interviewNetwork, introduction } from './interview-samples.ts'
import { MockInterview } from './mock-interview.tsx'

const speech = { host: 'voices.example', transcribes: true, reads: true }
const read = vi.fn()
const spoken = vi.fn()
const stopTrack = vi.fn()

/** A microphone that records three bytes, and loudspeakers. */
class Recorder extends EventTarget {
  state = 'inactive'
  start() {
    this.state = 'recording'
  }
  stop() {
    this.state = 'inactive'
    const data = new Blob([new Uint8Array([1, 2, 3])])
    this.dispatchEvent(Object.assign(new Event('dataavailable'), { data }))
    this.dispatchEvent(new Event('stop'))
  }
}

beforeEach(() => {
  for (const mock of [read, spoken, stopTrack]) mock.mockReset()
  localStorage.setItem(STORAGE_KEYS.profile, JSON.stringify(learner))
  vi.stubGlobal('MediaRecorder', Recorder)
  vi.stubGlobal('speechSynthesis', { speak: read, cancel: () => undefined })
  vi.stubGlobal('SpeechSynthesisUtterance', class {})
  vi.stubGlobal(
    'Audio',
    class {
      play = spoken
      pause = () => undefined
    },
  )
  Object.assign(URL, { createObjectURL: () => 'blob:sound', revokeObjectURL: () => undefined })
  const microphone = { getTracks: () => [{ stop: stopTrack }] }
  Object.defineProperty(navigator, 'mediaDevices', {
    configurable: true,
    value: { getUserMedia: async () => microphone },
  })
})

const open = (more: Parameters<typeof interviewNetwork>[0] = {}) => {
  const calls = interviewNetwork({
    'GET /api/auth/me': () => ({ success: true, user: learner }),
    'GET /api/interviews/interviewer': () => ({ success: true, interviewer: null, speech }),
    'POST /api/interviews/transcriptions': () => ({ success: true, text: 'They share i.' }),
    'POST /api/interviews/speech': () => ({ success: true, audio: 'AQID', type: 'audio/mpeg' }),
    ...more,
  })
  return { calls, ...renderAt('/ai-mock-interview', <MockInterview renderChallenge={() => null} />) }
}

async function begin(user: ReturnType<typeof open>['user'], by: string) {
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Speech service' }), by)
  for (const name of ['Read questions aloud', 'Let me dictate answers'])
    await user.click(screen.getByRole('checkbox', { name }))
  await user.click(screen.getByRole('button', { name: 'Start interview' }))
  await screen.findByRole('heading', { level: 1, name: introduction.title })
}
const toSpeech = ({ path }: { path: string }) => /(transcriptions|speech)$/.test(path)

test('the configured endpoint reads and hears only if the learner chose it, after showing where recordings go', async () => {
  const { calls, user } = open()
  expect(await screen.findByText(/^Your browser does both/)).toBeDefined()
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Speech service' }), 'voices.example')
  expect(
    screen.getByText(/sends recorded answers and the text of questions to voices\.example/),
  ).toBeDefined()
  await begin(user, 'voices.example')
  await vi.waitFor(() => expect(spoken).toHaveBeenCalledOnce())
  await user.click(screen.getByRole('button', { name: 'Dictate' }))
  expect(await screen.findByText(/^Recording\. When you stop, it is sent to voices\.example/)).toBeDefined()
  expect(calls.filter(({ path }) => path.endsWith('transcriptions'))).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Stop dictating' }))
  expect(await screen.findByDisplayValue('They share i.')).toBeDefined()
  expect(stopTrack).toHaveBeenCalledOnce()
  await user.click(screen.getByRole('button', { name: 'Finish answer' }))
  await vi.waitFor(() => expect(spoken).toHaveBeenCalledTimes(2))
  const subject = { kind: 'question', id: introduction.id }
  expect(calls.filter(toSpeech).map(({ body }) => body)).toEqual([
    { subject },
    { audio: 'AQID', language: 'en' },
    { subject, followUp: 0 },
  ])
  expect(read).not.toHaveBeenCalled()
})

test('an endpoint that fails is replaced by the browser’s voice and the keyboard', async () => {
  const failing = () => errorResponse(503, 'The speech endpoint gave no usable answer')
  const { user } = open({
    'POST /api/interviews/transcriptions': failing,
    'POST /api/interviews/speech': failing,
  })
  await begin(user, 'voices.example')
  await vi.waitFor(() => expect(read).toHaveBeenCalledOnce())
  await user.click(screen.getByRole('button', { name: 'Dictate' }))
  await user.click(await screen.findByRole('button', { name: 'Stop dictating' }))
  expect(await screen.findByText(/^Your speech could not be turned into text/)).toBeDefined()
})

test('nothing is read or recorded unless it was chosen, and without an account the endpoint isn’t offered', async () => {
  localStorage.clear()
  const { calls, user } = open({ 'GET /api/auth/me': () => errorResponse(401, 'Unauthorized') })
  expect(screen.queryByRole('combobox', { name: 'Speech service' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Start interview' }))
  await screen.findByRole('heading', { level: 1, name: introduction.title })
  expect(screen.queryByRole('button', { name: 'Dictate' })).toBeNull()
  expect(read).not.toHaveBeenCalled()
  expect(calls.filter(toSpeech)).toEqual([])
})
