import type { Tables } from '../tables.ts'

export const initialState: Tables = {}
