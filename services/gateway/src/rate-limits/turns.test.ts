import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setImmediate as nextRound } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { Turns } from './turns.ts'

test('requests that waited on many connections are begun four at a time', async () => {
  const turns = new Turns()
  let waited = 0
  const first = Array.from({ length: 10 }, () => {
    const socket = {} as Socket
    const response = new EventEmitter() as ServerResponse
    turns.take(socket, response, () => {})
    turns.take(socket, new EventEmitter() as ServerResponse, () => {
      waited += 1
    })
    return response
  })
  for (const response of first) response.emit('close')
  const begun: number[] = []
  for (let round = 0; round < 4; round += 1) {
    await nextRound()
    begun.push(waited)
  }
  expect(begun).toEqual([4, 8, 10, 10])
})

test('what waits on a connection that is closed is not begun', async () => {
  const turns = new Turns()
  const socket = { destroyed: false } as Socket
  const response = new EventEmitter() as ServerResponse
  let waited = 0
  turns.take(socket, response, () => {})
  turns.take(socket, new EventEmitter() as ServerResponse, () => {
    waited += 1
  })
  Object.assign(socket, { destroyed: true })
  response.emit('close')
  await nextRound()
  expect(waited).toBe(0)
})
