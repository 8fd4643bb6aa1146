import { describe, expect, test } from 'vitest'
import { Circuit } from './replica.ts'

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
})
