import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Circuit } from './replica.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function circuitOf({ alive }: { alive: boolean }) {
  const replica = { alive, asked: 0 }
  const circuit = new Circuit(async () => {
    replica.asked += 1
    return replica.alive
  })
  const failTimes = (times: number) => {
    for (let time = 0; time < times; time += 1) circuit.fail()
  }
  return { circuit, replica, failTimes }
}

describe('a circuit', () => {
  test('opens after five failures in a row, and a success in between restarts the count', () => {
    const { circuit, failTimes } = circuitOf({ alive: false })
    failTimes(4)
    circuit.succeed()
    failTimes(4)
    expect(circuit.isOpen).toBe(false)
    circuit.fail()
    expect(circuit.isOpen).toBe(true)
    expect(circuit.retryAfter).toBe(500)
  })

  test('closes when the replica responds after its pause; no other request is sent until then', async () => {
    const { circuit, replica, failTimes } = circuitOf({ alive: true })
    failTimes(5)
    await vi.advanceTimersByTimeAsync(499)
    expect([circuit.isOpen, replica.asked]).toEqual([true, 0])
    await vi.advanceTimersByTimeAsync(1)
    expect([circuit.isOpen, replica.asked]).toEqual([false, 1])
    expect(circuit.retryAfter).toBe(0)
  })

  test('waits twice as long each time that the replica doesn’t respond, up to eight seconds', async () => {
    const { circuit, failTimes } = circuitOf({ alive: false })
    failTimes(5)
    const pauses = []
    for (let turn = 0; turn < 6; turn += 1) {
      await vi.advanceTimersByTimeAsync(circuit.retryAfter)
      pauses.push(circuit.retryAfter)
    }
    expect(pauses).toEqual([1_000, 2_000, 4_000, 8_000, 8_000, 8_000])
  })

  test('stays closed when requests take too long at a replica that responds to others', async () => {
    const { circuit, replica } = circuitOf({ alive: true })
    for (let time = 0; time < 20; time += 1) await circuit.timeOut()
    expect(circuit.isOpen).toBe(false)
    replica.alive = false
    for (let time = 0; time < 5; time += 1) await circuit.timeOut()
    expect(circuit.isOpen).toBe(true)
  })
})
