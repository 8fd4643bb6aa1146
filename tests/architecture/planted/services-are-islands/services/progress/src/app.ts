import { buildApp } from '../../questions/src/app.ts'

export const app = buildApp()
