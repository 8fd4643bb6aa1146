import type { Tables } from '../db/tables.ts'

export const initialState: Tables = {}
