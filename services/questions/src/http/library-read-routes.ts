import { shortText, slug, success } from '@rehearse/contracts'
import type { App } from '@rehearse/service-kit'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Db } from '../db/tables.ts'
import type { Caller, LibraryKind } from '../library/kind.ts'
import { readEntry, readLibrary } from '../library/read-library.ts'
import { seesEverything } from '../questions/question-view.ts'
import { tagReply } from './etag.ts'

/** Reading one kind of the library: the whole list, filtered, and one entry. */
export function libraryReadRoutes(app: App, db: Db, kind: LibraryKind): void {
  const tags = ['library']
  const open = { config: { access: kind.access }, onSend: tagReply }

  app.get(
    kind.address,
    {
      ...open,
      schema: {
        tags,
        summary: `List: ${kind.noun.toLowerCase()}`,
        querystring: listQuery(kind),
        response: {
          200: success({ data: z.array(kind.view), count: z.int(), ...kind.extras?.shape }),
        },
      },
    },
    async (request) => {
      return { success: true as const, ...(await readLibrary(db, kind, request.query, callerOf(request))) }
    },
  )

  app.get(
    `${kind.address}/:id`,
    {
      ...open,
      schema: {
        tags,
        summary: `Read one: ${kind.noun.toLowerCase()}`,
        params: z.object({ id: slug }),
        response: { 200: success({ data: kind.view }) },
      },
    },
    async (request) => {
      return { success: true as const, data: await readEntry(db, kind, request.params.id, callerOf(request)) }
    },
  )
}

function callerOf({ principal }: FastifyRequest): Caller {
  return {
    isAdmin: seesEverything(principal),
    learnerId: principal?.role === 'learner' ? principal.id : null,
  }
}

function listQuery({ filters, searched }: LibraryKind) {
  const parameters = [...Object.keys(filters), ...(searched.length > 0 ? ['searchTerm'] : [])]
  return z.object(
    Object.fromEntries(parameters.map((parameter) => [parameter, shortText(200).optional()] as const)),
  )
}
