import { resourceCategory, resourceCategoryDocument } from '@rehearse/contracts'
import { z } from 'zod'
import type { Extras } from './kind.ts'
import { defineKind } from './kind.ts'
import { listEntries } from './repository.ts'

/** What resources are sorted by. They have no list of their own: they come with the resources. */
export const resourceCategoryKind = defineKind({
  name: 'resource-categories',
  noun: 'Resource category',
  address: '/api/resources',
  document: resourceCategoryDocument,
  view: resourceCategory,
  editable: false,
})

/** All categories, each with how many resources it has altogether, whatever the list was filtered by. */
export const countedCategories: Extras = {
  shape: { categories: z.array(resourceCategory) },
  read: async ({ all }, db) => {
    const categories = await listEntries(db, resourceCategoryKind.name)
    const countOf = (id: string) => all.filter((resource) => resource.category === id).length
    return { categories: categories.map(({ id, document }) => ({ id, ...document, count: countOf(id) })) }
  },
}
