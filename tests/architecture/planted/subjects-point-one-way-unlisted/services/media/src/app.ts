import { publish } from './messaging/publish.ts'

export const app = publish
