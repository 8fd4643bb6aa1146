import { z } from 'zod'
import { repeatableHeaders, shortText, success, uuid } from '../common.ts'
import { endpoint } from '../endpoint.ts'

/** The maximum number of saved filters of an admin. */
export const SAVED_FILTERS_MAX = 50

/** The parameters of a list's URL: filters and order. */
const parameters = z
  .record(z.string().max(40), z.string().max(200))
  .refine((all) => Object.keys(all).length <= 20, 'must have at most 20 entries')

export const savedFilterInput = z.object({ name: shortText(100), parameters })

export const savedFilter = savedFilterInput.extend({ id: uuid }).meta({ id: 'SavedFilter' })
export type SavedFilter = z.infer<typeof savedFilter>

export const listSavedFilters = endpoint({
  method: 'GET',
  path: '/api/questions/unified/filters',
  service: 'questions',
  access: 'author',
  summary: 'List your saved filters of questions, by name',
  response: { 200: success({ data: z.array(savedFilter) }) },
})

export const saveFilter = endpoint({
  method: 'POST',
  path: '/api/questions/unified/filters',
  service: 'questions',
  access: 'author',
  // An admin's own settings aren't audited.
  audited: false,
  summary: 'Save a filter of questions, replacing yours with the same name',
  headers: repeatableHeaders,
  body: savedFilterInput,
  response: { 200: success({ data: savedFilter }) },
  errors: { too_many_filters: { status: 409, description: 'you have as many saved filters as possible.' } },
})

export const deleteSavedFilter = endpoint({
  method: 'DELETE',
  path: '/api/questions/unified/filters/:filterId',
  service: 'questions',
  access: 'author',
  audited: false,
  summary: 'Delete one of your saved filters',
  params: z.object({ filterId: uuid }),
  response: { 200: success({}) },
  errors: { filter_not_found: { status: 404, description: 'you have no such filter.' } },
})
