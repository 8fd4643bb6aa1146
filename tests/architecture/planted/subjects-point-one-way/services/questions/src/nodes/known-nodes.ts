import { routes } from '../taxonomy/routes.ts'

export const known = routes
