import { once } from 'node:events'
import { expect, test } from 'vitest'
import { EventStream } from './event-stream.ts'

test('ignores messages after the end of the stream', async () => {
  const stream = new EventStream()
  stream.greet(1_000)
  stream.end()
  stream.beat()
  stream.message('change', {}, 1)
  stream.end()
  const sent: string[] = []
  stream.on('data', (chunk) => sent.push(String(chunk)))
  await once(stream, 'end')
  expect(sent).toEqual(['retry: 1000\n\n'])
})
