import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { freePort } from './free-port.ts'
import { commandLineOf, waitUntilGone } from './server-process.ts'
import {
  type ServiceEvent,
  type ServiceOptions,
  type SupervisedService,
  superviseService,
} from './service-process.ts'
import { runLauncher } from './testing/run-launcher.ts'
import { until } from './testing/until.ts'
import { waitUntilReady } from './wait-until-ready.ts'

const entry = join(import.meta.dirname, 'testing/tiny-service.ts')
const services: SupervisedService[] = []
const deadlineMs = 60_000

afterEach(() => Promise.all(services.splice(0).map((service) => service.stop())))

async function supervise(options: Partial<ServiceOptions> = {}) {
  const port = await freePort()
  const events: ServiceEvent[] = []
  const service = superviseService({
    name: 'tiny',
    entry,
    cwd: '/',
    onEvent: (event) => events.push(event),
    ...options,
    env: { PATH: process.env.PATH ?? '', PORT: String(port), ...options.env },
  })
  services.push(service)
  return { service, events, url: `http://127.0.0.1:${port}` }
}

describe('a supervised service', () => {
  test('that is killed is restarted, and that is reported', async () => {
    const { service, events, url } = await supervise()
    await waitUntilReady(url, { deadlineMs })
    const killed = service.pid as number
    process.kill(killed, 'SIGKILL')
    await until(() => service.pid !== undefined && service.pid !== killed)
    await waitUntilReady(url, { deadlineMs })
    expect(events.map(({ type, pid }) => [type, pid])).toEqual([
      ['started', killed],
      ['died', killed],
      ['started', service.pid],
    ])
    expect(events[1]).toMatchObject({ signal: 'SIGKILL', code: null, restartInMs: 250 })
    expect(service.deaths).toBe(1)
  })

  test("that can't start is retried at growing intervals, and its last output is reported", async () => {
    const { events } = await supervise({ env: { CRASH: 'the configuration is wrong' } })
    const deaths = await until(() => {
      const died = events.filter((event) => event.type === 'died')
      return died.length === 3 && died
    })
    expect(deaths.map(({ restartInMs }) => restartInMs)).toEqual([250, 500, 1000])
    expect(deaths[0]).toMatchObject({ code: 1, lastLines: ['the configuration is wrong'] })
  })

  test('ends when it is stopped, and is not restarted', async () => {
    const { service, events, url } = await supervise()
    await waitUntilReady(url, { deadlineMs })
    const pid = service.pid as number
    await service.stop()
    expect(await commandLineOf(pid)).toBeNull()
    expect(service.pid).toBeUndefined()
    expect(events.map(({ type }) => type)).toEqual(['started'])
  })

  test("that doesn't end in time is killed, and that is reported", async () => {
    const { service, events, url } = await supervise({ env: { STUBBORN: 'yes' }, stopWithinMs: 200 })
    await waitUntilReady(url, { deadlineMs })
    const pid = service.pid as number
    await service.stop()
    expect(await commandLineOf(pid)).toBeNull()
    expect(events.map(({ type }) => type)).toEqual(['started', 'killed'])
  })

  test('can be stopped while it waits for a retry', async () => {
    const { service, events } = await supervise({ env: { CRASH: 'no' } })
    await until(() => events.some(({ type }) => type === 'died'))
    await service.stop()
    expect(service.pid).toBeUndefined()
  })

  test("that is restarted is another process and doesn't count as a death", async () => {
    const { service, events, url } = await supervise()
    await waitUntilReady(url, { deadlineMs })
    const before = service.pid
    await service.restart()
    await waitUntilReady(url, { deadlineMs })
    expect(service.pid).not.toBe(before)
    expect(events.map(({ type }) => type)).toEqual(['started', 'started'])
  })

  test('gets its environment, and forwards its output', async () => {
    const lines: string[] = []
    const { url } = await supervise({ env: { SPECIAL: 'one' }, onLine: (line) => lines.push(line) })
    await waitUntilReady(url, { deadlineMs })
    expect(await (await fetch(`${url}/env`)).json()).toMatchObject({ SPECIAL: 'one' })
    await until(() => lines.some((line) => line.startsWith('listening on')))
  })

  test('ends when its launcher is killed', async () => {
    const port = await freePort()
    const launcher = runLauncher(`
      import { superviseService } from '${import.meta.dirname}/service-process.ts'
      superviseService({
        name: 'tiny', entry: '${entry}', cwd: '/', env: { PORT: '${port}' },
        onEvent: (event) => process.send(event),
      })
      process.on('disconnect', () => {})
    `)
    const { pid } = (await launcher.message()) as { pid: number }
    await waitUntilReady(`http://127.0.0.1:${port}`, { deadlineMs })
    await launcher.kill()
    expect(await waitUntilGone(pid, 60_000)).toBe(true)
  })
})

describe('waiting until a service is ready', () => {
  test('ends at the deadline with the last response', async () => {
    const port = await freePort()
    await expect(waitUntilReady(`http://127.0.0.1:${port}`, { deadlineMs: 300 })).rejects.toThrow(
      /was not ready after 0 s: connect ECONNREFUSED/,
    )
  })

  test('ends when it is aborted', async () => {
    const port = await freePort()
    const signal = AbortSignal.timeout(200)
    await expect(waitUntilReady(`http://127.0.0.1:${port}`, { deadlineMs, signal })).rejects.toThrow(
      /abort|timeout/i,
    )
  })
})
