export type Route = string
