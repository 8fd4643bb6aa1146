import { type Route, routes } from '../routes.ts'

/** The pattern of our table that a path fits. @returns undefined for what is no call of ours */
export const routeOf = (method: Route['method'], path: string): string | undefined =>
  patterns.find((pattern) => pattern.method === method && pattern.form.test(path))?.path

const parametersOf = (path: string) => path.split(':').length

/** The more of a pattern is given, the earlier it is tried: `/api/questions/stats` is no `/api/questions/:id`. */
const patterns = routes
  .map(({ method, path }) => ({ method, path, form: new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`) }))
  .sort((a, b) => parametersOf(a.path) - parametersOf(b.path))
