import { z } from 'zod'
import { category, learningPath, learningPathInput, section, sectionInput, slug, topic } from './catalogue.ts'
import { shortText, success } from './common.ts'
import { patchOf, removedReply } from './entries.ts'

/** An id is made from the name where none is given. */
const id = slug.optional()

/** Bodies that make what questions are filed under. */
export const newCategory = z.object({ id, name: shortText(100) })
export const newTopic = z.object({ id, name: shortText(100) })
export const newSection = z.object({ ...sectionInput.shape, id })
/** A path's title is its name; either will do. */
export const newLearningPath = z.object({
  ...learningPathInput.shape,
  id,
  title: shortText(200).optional(),
  name: shortText(200).optional(),
})

/** Bodies that change it: what is absent stays. Ids never change. */
export const categoryPatch = patchOf(newCategory.omit({ id: true }))
export const topicPatch = patchOf(newTopic.omit({ id: true }))
export const sectionPatch = patchOf(newSection.omit({ id: true }))
export const learningPathPatch = patchOf(newLearningPath.omit({ id: true })).extend({
  title: newLearningPath.shape.title,
  name: newLearningPath.shape.name,
})

/** DELETE of what questions are filed under: where they go. In the address, or in a body. */
export const removePlaceQuery = z.object({ reassignTo: shortText(100).optional() })

export const categoryReply = success({ data: category, message: z.string() })
export const topicReply = success({ data: topic, message: z.string() })
export const sectionReply = success({ data: section, message: z.string() })
export const learningPathReply = success({ data: learningPath, message: z.string() })

/** How many questions have moved elsewhere. */
export const removedPlaceReply = removedReply.extend({ moved: z.int() })
