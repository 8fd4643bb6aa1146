import { randomUUID } from 'node:crypto'
import { access, mkdir, open, readdir, rename, rm, stat, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { FileMissing, type Storage } from './storage.ts'

/** Bytes read at once, and what a reader who is slow takes of our memory: a fourth of it halves the downloads a second. */
const chunkBytes = 1024 * 1024
