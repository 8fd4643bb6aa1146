import type { Folder } from './folder.ts'

export type Storage = Folder | string
