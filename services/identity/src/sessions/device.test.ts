import { describe, expect, test } from 'vitest'
import { deviceName, deviceOf, shortenAddress } from './device.ts'

describe('deviceName describes', () => {
  const mozilla = 'Mozilla/5.0'
  const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)'
  test.each([
    [
      `${mozilla} (Windows NT 10.0; Win64; x64) ${webkit} Chrome/156.0.0.0 Safari/537.36`,
      'Chrome on Windows',
    ],
    [
      `${mozilla} (Windows NT 10.0) ${webkit} Chrome/156.0.0.0 Safari/537.36 Edg/156.0.0.0`,
      'Edge on Windows',
    ],
    [`${mozilla} (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0`, 'Firefox on Linux'],
    [
      `${mozilla} (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Safari/605.1.15`,
      'Safari on macOS',
    ],
    [
      `${mozilla} (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1`,
      'Safari on iPhone',
    ],
    [
      `${mozilla} (iPad; CPU OS 19_0 like Mac OS X) ${webkit} CriOS/156.0 Mobile/15E148 Safari/604.1`,
      'Chrome on iPad',
    ],
    [
      `${mozilla} (Linux; Android 16; SM-S931) ${webkit} SamsungBrowser/30.0 Chrome/150.0 Mobile Safari/537.36`,
      'Samsung Internet on Android',
    ],
    [
      `${mozilla} (X11; CrOS x86_64 15000) ${webkit} Chrome/156.0 Safari/537.36 OPR/120.0`,
      'Opera on ChromeOS',
    ],
    ['curl/8.10.1', 'Unknown device'],
    [null, 'Unknown device'],
  ])('%s', (userAgent, name) => {
    expect(deviceName(userAgent)).toBe(name)
  })
})

test.each([
  ['203.0.113.57', '203.0.113.x'],
  ['::ffff:203.0.113.57', '203.0.113.x'],
  ['2001:db8:85a3::8a2e:370:7334', '2001:db8:85a3::x'],
  ['2001:db8::1', '2001:db8:0::x'],
  ['::1', '0:0:0::x'],
  ['fe80::1%eth0', 'fe80:0:0::x'],
  ['nowhere', null],
])('the IP address %s is stored as %s', (address, kept) => {
  expect(shortenAddress(address)).toBe(kept)
})

test('limits what a client reports about itself', () => {
  const parsed = (userAgent: string | undefined) =>
    deviceOf({ ip: '203.0.113.57', headers: userAgent === undefined ? {} : { 'user-agent': userAgent } })
  expect(parsed('x'.repeat(10_000)).userAgent).toHaveLength(400)
  expect(parsed('Fire\u0000fox\u007f').userAgent).toBe('Firefox')
  expect(parsed('  ')).toEqual({ userAgent: null, address: '203.0.113.x' })
  expect(parsed(undefined).userAgent).toBeNull()
})
