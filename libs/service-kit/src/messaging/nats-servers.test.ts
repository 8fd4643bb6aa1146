import { expect, test } from 'vitest'
import { natsServers } from './nats.ts'

test('servers are told as they are given', () => {
  expect(natsServers('nats://one:4222,nats://[::1]:4223,three:4222')).toEqual({
    servers: ['nats://one:4222', 'nats://[::1]:4223', 'three:4222'],
  })
})

test('a user and a password stand in the first address', () => {
  expect(natsServers('nats://us:p%40ss@one:4222,nats://two:4222')).toEqual({
    servers: ['nats://one:4222', 'nats://two:4222'],
    user: 'us',
    pass: 'p@ss',
  })
})
