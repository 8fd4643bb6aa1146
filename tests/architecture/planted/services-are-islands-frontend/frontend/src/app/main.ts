import type { Route } from '../../../services/gateway/src/routes.ts'

export const routes: Route[] = []
