import { describe, expect, test } from 'vitest'
import { Circuit, type Replica } from './replica.ts'
import { Upstream } from './upstream.ts'

function circuitAt() {
  const clock = { now: 0 }
  const circuit = new Circuit(() => clock.now)
  const failTimes = (times: number) => {
    for (let time = 0; time < times; time += 1) circuit.fail()
  }
  return { circuit, clock, failTimes }
}

describe('a circuit', () => {
  test('opens after five failures in a row, and a success in between restarts the count', () => {
    const { circuit, failTimes } = circuitAt()
    failTimes(4)
    circuit.succeed()
    failTimes(4)
    expect(circuit.state).toBe('closed')
    circuit.fail()
    expect(circuit.state).toBe('open')
    expect(circuit.retryAfter).toBe(500)
  })

  test('lets one trial through after its pause, and closes when that succeeds', () => {
    const { circuit, clock, failTimes } = circuitAt()
    failTimes(5)
    clock.now = 499
    expect(circuit.state).toBe('open')
    clock.now = 500
    expect(circuit.state).toBe('half-open')
    circuit.begin()
    expect(circuit.state).toBe('open')
    circuit.succeed()
    expect(circuit.state).toBe('closed')
  })

  test('waits twice as long after each failed trial, up to eight seconds', () => {
    const { circuit, clock, failTimes } = circuitAt()
    failTimes(5)
    const pauses = Array.from({ length: 6 }, () => {
      clock.now += circuit.retryAfter
      circuit.begin()
      circuit.fail()
      return circuit.retryAfter
    })
    expect(pauses).toEqual([1_000, 2_000, 4_000, 8_000, 8_000, 8_000])
  })

  test('lets another request try when the client of the trial disconnected', () => {
    const { circuit, clock, failTimes } = circuitAt()
    failTimes(5)
    clock.now = 500
    circuit.begin()
    circuit.abandon()
    expect(circuit.state).toBe('half-open')
  })

  test('lets a trial through at once when the replica reports that it is ready, but not a second one', () => {
    const { circuit, clock, failTimes } = circuitAt()
    failTimes(5)
    clock.now = 1
    circuit.endPause()
    expect(circuit.state).toBe('half-open')
    circuit.begin()
    circuit.endPause()
    expect(circuit.state).toBe('open')
  })
})

describe('an upstream', () => {
  const upstreamOf = (...addresses: string[]) => {
    const upstream = new Upstream({ name: 'progress', concurrency: 10 })
    upstream.setReplicas(addresses.map((address) => ({ address, host: new URL(address).host, timeout: 1 })))
    return upstream
  }

  test('prefers ready replicas, then those with fewer requests', () => {
    const upstream = upstreamOf('http://127.0.0.1:1', 'http://127.0.0.1:2', 'http://127.0.0.1:3')
    const [first, second, third] = upstream.replicas as [Replica, Replica, Replica]
    upstream.enter(first, false)
    third.isReady = false
    expect(upstream.find()).toBe(second)
    second.isReady = false
    expect(upstream.find()).toBe(first)
  })

  test('sends a request again to another replica, even one that was not ready a moment ago', () => {
    const upstream = upstreamOf('http://127.0.0.1:1', 'http://127.0.0.1:2')
    const [first, second] = upstream.replicas as [Replica, Replica]
    second.isReady = false
    expect(upstream.find(first)).toBe(second)
    expect(upstreamOf('http://127.0.0.1:1').find(first)).not.toBe(null)
  })
})
