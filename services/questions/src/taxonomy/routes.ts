import {
  DomainError,
  getLearningPath,
  getPathQuestions,
  type LearningPath,
  listCategories as listCategoriesEndpoint,
  listLearningPaths as listLearningPathsEndpoint,
  listLearningPathsOfQuestions,
  listSections as listSectionsEndpoint,
  listTopics as listTopicsEndpoint,
  type PublicQuestion,
  removePlaceQuery,
} from '@rehearse/contracts'
import { type App, serve } from '@rehearse/service-kit'
import { readDiagrams } from '../diagrams/repository.ts'
import { editRoutes } from '../edits/edit-routes.ts'
import { tagReply } from '../edits/etag.ts'
import { readSlices } from '../listing/queries.ts'
import { renderPublic, seesEverything } from '../questions/question-view.ts'
import type { Db } from '../tables.ts'
import { createNode, editNode, removeNode, reorderNodes } from './edit-nodes.ts'
import { nodeDefinitions } from './node-definitions.ts'
import {
  findLearningPath,
  findPathDetails,
  listCategories,
  listLearningPaths,
  listSections,
  listTopics,
} from './queries.ts'

const whole = <Entry>(data: Entry[]) => ({ success: true as const, data, count: data.length })

/** Routes that read and edit taxonomy nodes. */
export function taxonomyRoutes(app: App, db: Db): void {
  readRoutes(app, db)
  writeRoutes(app, db)
}

/** Lists aren't paginated. */
function readRoutes(app: App, db: Db): void {
  // The specifications use both paths.
  for (const endpoint of [listLearningPathsOfQuestions, listLearningPathsEndpoint]) {
    serve(app, endpoint, { onSend: tagReply }, async () => whole(await listLearningPaths(db)))
  }

  serve(app, getLearningPath, { onSend: tagReply }, async (request) => {
    const openOnly = !seesEverything(request.principal)
    const path = await findPathDetails(db, request.params.id, { openOnly })
    if (path === undefined) throw pathNotFound()
    const diagrams = await readDiagrams(db, path.steps.map(({ lesson }) => lesson).join('\n'))
    return { success: true as const, data: { ...path, diagrams } }
  })

  serve(app, listCategoriesEndpoint, { onSend: tagReply }, async () => whole(await listCategories(db)))

  serve(app, listTopicsEndpoint, { onSend: tagReply }, async () => whole(await listTopics(db)))

  serve(app, listSectionsEndpoint, { onSend: tagReply }, async () => whole(await listSections(db)))

  serve(app, getPathQuestions, { onSend: tagReply }, async (request) => {
    const { learningPath, questions } = await readPathQuestions(db, request.params.learningPathId)
    return { success: true as const, learningPath, questions, count: questions.length }
  })
}

/** Routes that create, rename and remove nodes: the same for each kind. */
function writeRoutes(app: App, db: Db): void {
  for (const node of nodeDefinitions) {
    const { endpoints, kind, noun } = node
    editRoutes(app, db, {
      name: kind,
      noun,
      endpoints,
      made: (trx, body) => createNode(trx, node, body),
      changed: (trx, id, how) => editNode(trx, node, id, how),
      removed: (trx, id, { query, ...how }) =>
        removeNode(trx, node, id, { reassignTo: removePlaceQuery.parse(query).reassignTo, ...how }),
      arranged: (trx, ids) => reorderNodes(trx, node, ids),
    })
  }
}

/** A path, by id or name, with all its open questions in their order. @throws {DomainError} not-found */
async function readPathQuestions(
  db: Db,
  wanted: string,
): Promise<{ learningPath: LearningPath; questions: PublicQuestion[] }> {
  const learningPath = await findLearningPath(db, wanted)
  if (learningPath === undefined) throw pathNotFound()
  const filter = { openOnly: true, learningPathId: learningPath.id }
  const questions = await readSlices(db, { by: 'order', direction: 'asc' }, [
    { filter, after: null, skip: 0, limit: Number.MAX_SAFE_INTEGER },
  ])
  return { learningPath, questions: questions.map(renderPublic) }
}

const pathNotFound = () =>
  new DomainError({ kind: 'not-found', code: 'learning_path_not_found', message: 'Learning path not found' })
