import { randomUUID } from 'node:crypto'

export const evolve = () => randomUUID()
