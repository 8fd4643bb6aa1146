import { gone } from './gone.ts'

export const app = gone
