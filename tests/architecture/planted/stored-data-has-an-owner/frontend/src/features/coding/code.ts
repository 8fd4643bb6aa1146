import { storage } from '../../shared/storage.ts'

export const code = () => storage
