import { randomUUID } from 'node:crypto'

export const schedule = () => randomUUID()
