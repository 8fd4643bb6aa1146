import { expect, test } from 'vitest'
import { natsServers } from './nats.ts'

test('splits the server addresses', () => {
  expect(natsServers('nats://one:4222,nats://[::1]:4223,three:4222')).toEqual({
    servers: ['nats://one:4222', 'nats://[::1]:4223', 'three:4222'],
  })
})

test('reads the user and password from the first address', () => {
  expect(natsServers('nats://us:p%40ss@one:4222,nats://two:4222')).toEqual({
    servers: ['nats://one:4222', 'nats://two:4222'],
    user: 'us',
    pass: 'p@ss',
  })
})
