import { expect, test } from 'vitest'
import { runLauncher } from './testing/run-launcher.ts'
import { until } from './testing/until.ts'

const script = `
  import { onStopRequest } from '${import.meta.dirname}/server-process.ts'
  onStopRequest((reason) => process.send('first ' + reason), (reason) => process.send('again ' + reason))
  process.send('up')
`

test('two stop requests at once count as one; a later one forces the stop', async () => {
  const launcher = runLauncher(script)
  await launcher.message()
  const messages: unknown[] = []
  launcher.child.on('message', (message) => messages.push(message))
  launcher.child.kill('SIGINT')
  launcher.child.kill('SIGINT')
  launcher.child.kill('SIGTERM')
  await until(() => messages.length > 0)
  const [first, ...more] = messages
  expect(first).toMatch(/^first SIG(INT|TERM)$/)
  expect(more).toEqual([])
  await until(() => launcher.child.kill('SIGTERM') && messages.length > 1)
  expect(messages[1]).toBe('again SIGTERM')
  await launcher.kill()
})
