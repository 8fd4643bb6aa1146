import { publish } from '../messaging/publish.ts'

export const create = () => publish()
