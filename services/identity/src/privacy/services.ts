import { type StreamOwner, streams } from '@rehearse/contracts'

/** Every service with a database, in the order in which an export tells of them. */
export const personalDataHolders: readonly StreamOwner[] = [
  'identity',
  ...(Object.keys(streams) as StreamOwner[]).filter((name) => name !== 'identity'),
]
