import { expect, test } from 'vitest'
import { type Send, type Upload, uploadAll } from './upload-all'

const files = (...names: string[]): Upload[] => names.map((name) => ({ name, size: 100 }))

/** Lets everything run that is only waiting for promises. */
const settle = () => new Promise<void>((resolve) => setTimeout(resolve))

/** A server whose responses the test decides. */
function createServer() {
  const open = new Map<string, { resolve: () => void; reject: (reason: unknown) => void }>()
  const started: string[] = []
  const send: Send = ({ name }) =>
    new Promise<void>((resolve, reject) => {
      started.push(name)
      open.set(name, { resolve, reject })
    })
  const finish = async (name: string) => {
    await settle()
    open.get(name)?.resolve()
    await settle()
  }
  const fail = async (name: string, reason: unknown) => {
    await settle()
    open.get(name)?.reject(reason)
    await settle()
  }
  return { send, started, finish, fail }
}

test('waits for all uploads', async () => {
  const { send, finish } = createServer()
  let isDone = false
  const report = uploadAll(files('a', 'b'), send).finally(() => {
    isDone = true
  })
  await finish('a')
  expect(isDone).toBe(false)
  await finish('b')
  expect(await report).toEqual({ uploaded: ['a', 'b'], failed: [] })
})

test('reports errors of single files', async () => {
  const send: Send = async ({ name }) => {
    if (name === 'b') throw new Error('Too large')
    if (name === 'c') throw 'offline'
  }
  expect(await uploadAll(files('a', 'b', 'c', 'd', 'e'), send)).toEqual({
    uploaded: ['a', 'd', 'e'],
    failed: [
      { name: 'b', reason: 'Too large' },
      { name: 'c', reason: 'offline' },
    ],
  })
})

test('the reason is the message or the text of what was thrown, even if it is empty', async () => {
  const reasons = [new Error(''), '', 0, null, undefined, 503]
  const send: Send = async ({ name }) => {
    throw reasons[Number(name)]
  }
  const { uploaded, failed } = await uploadAll(files('0', '1', '2', '3', '4', '5'), send)
  expect(uploaded).toEqual([])
  expect(failed.map(({ reason }) => reason)).toEqual(['', '', '0', 'null', 'undefined', '503'])
})

test('files can have the same name', async () => {
  const uploads = [1, 2, 3].map((size) => ({ name: 'photo.jpg', size }))
  const send: Send = async ({ size }) => {
    if (size === 2) throw new Error('Too large')
  }
  expect(await uploadAll(uploads, send)).toEqual({
    uploaded: ['photo.jpg', 'photo.jpg'],
    failed: [{ name: 'photo.jpg', reason: 'Too large' }],
  })
})

test('a send that throws at once is a failed upload', async () => {
  const send = (() => {
    throw new Error('Not ready')
  }) as Send
  expect(await uploadAll(files('a'), send)).toEqual({ uploaded: [], failed: [{ name: 'a', reason: 'Not ready' }] })
})

test('the report has the order of the uploads', async () => {
  const { send, finish, fail } = createServer()
  const report = uploadAll(files('a', 'b', 'c', 'd'), send)
  await fail('c', new Error('third'))
  await finish('b')
  await fail('a', new Error('first'))
  await finish('d')
  expect(await report).toEqual({
    uploaded: ['b', 'd'],
    failed: [
      { name: 'a', reason: 'first' },
      { name: 'c', reason: 'third' },
    ],
  })
})

test('runs three at a time and starts the next one at once', async () => {
  const { send, started, finish, fail } = createServer()
  const report = uploadAll(files('a', 'b', 'c', 'd', 'e', 'f'), send)
  await settle()
  expect(started).toEqual(['a', 'b', 'c'])
  await finish('b')
  expect(started).toEqual(['a', 'b', 'c', 'd'])
  await fail('d', new Error('broken'))
  expect(started).toEqual(['a', 'b', 'c', 'd', 'e'])
  for (const name of ['a', 'c', 'e', 'f']) await finish(name)
  expect((await report).uploaded).toEqual(['a', 'b', 'c', 'e', 'f'])
})

test('progress is the share of bytes that are finished', async () => {
  const { send, finish, fail } = createServer()
  const shares: number[] = []
  const uploads = [
    { name: 'small', size: 1 },
    { name: 'large', size: 7 },
    { name: 'broken', size: 2 },
  ]
  const report = uploadAll(uploads, send, (share) => shares.push(Math.round(share * 1e9) / 1e9))
  await settle()
  expect(shares).toEqual([])
  await finish('small')
  expect(shares).toEqual([0.1])
  await fail('broken', new Error('broken'))
  expect(shares).toEqual([0.1, 0.3])
  await finish('large')
  expect(shares).toEqual([0.1, 0.3, 1])
  await report
})

test('the progress of empty files is 1', async () => {
  const shares: number[] = []
  await uploadAll([{ name: 'empty', size: 0 }], async () => {}, (share) => shares.push(share))
  expect(shares).toEqual([1])
})

test('an error of onProgress is ignored', async () => {
  const names = ['a', 'b', 'c', 'd', 'e']
  const sent: string[] = []
  const send: Send = async ({ name }) => {
    sent.push(name)
  }
  const report = uploadAll(files(...names), send, () => {
    throw new Error('The progress bar is broken')
  })
  expect(await report).toEqual({ uploaded: names, failed: [] })
  expect(sent).toEqual(names)
})

test('nothing to upload', async () => {
  expect(await uploadAll([], async () => {})).toEqual({ uploaded: [], failed: [] })
})
