import { describe, expect, test } from 'vitest'
import { type LongResponse, LongResponses, longMax, longMaxOfNetwork } from './long-responses.ts'

describe('long responses', () => {
  const clock = { now: 0 }
  const interrupted: LongResponse[] = []
  const response = (network: string): LongResponse => {
    const one = { network, lastData: clock.now, interrupt: () => void interrupted.push(one) }
    return one
  }
  const open = () => {
    clock.now = 0
    interrupted.length = 0
    return new LongResponses(() => clock.now)
  }

  test('of one network are limited while all are read, and others are not affected', () => {
    const responses = open()
    const own = Array.from({ length: longMaxOfNetwork }, () => response('a'))
    for (const one of own) expect(responses.add(one)).toBeNull()
    expect(responses.add(response('a'))).toBe('network')
    expect(responses.add(response('b'))).toBeNull()
    responses.remove(own[0] as LongResponse)
    expect(responses.add(response('a'))).toBeNull()
    expect(interrupted).toEqual([])
  })

  test('of all networks are limited, and the one that was not read for longest is interrupted', () => {
    const responses = open()
    const all = Array.from({ length: longMax }, (_, at) => response(`network ${at}`))
    for (const one of all) expect(responses.add(one)).toBeNull()
    expect(responses.add(response('new'))).toBe('service')
    clock.now = 10_000
    for (const one of all) one.lastData = 9_000
    const [, , stalled] = all
    if (stalled) stalled.lastData = 5_000
    const added = response('new')
    expect(responses.add(added)).toBeNull()
    expect(interrupted).toEqual([stalled])
    expect(responses.add(response('another'))).toBe('service')
    expect(responses.size).toBe(longMax)
  })
})
