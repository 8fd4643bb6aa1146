import type { Storage } from './storage.ts'

export type Folder = Storage | null
