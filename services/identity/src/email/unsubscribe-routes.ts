import { mailedPages, mailSubscription, success } from '@rehearse/contracts'
import type { App } from '@rehearse/service-kit'
import { z } from 'zod'
import type { Db } from '../tables.ts'
import { unsubscribe } from './unsubscribe.ts'

const tags = ['Identity']
const params = z.object({ token: z.string().max(128) })
const address = '/api/unsubscribe/:token'

/** The address in a mail's `List-Unsubscribe` header: mailbox providers post to it (RFC 8058), people open it. */
export async function unsubscribeRoutes(app: App, { db }: { db: Db }): Promise<void> {
  await app.register(async (routes) => {
    // Providers post a form; what it says, the address says already.
    for (const form of ['application/x-www-form-urlencoded', 'multipart/form-data']) {
      routes.addContentTypeParser(form, { parseAs: 'string' }, (_request, _body, done) =>
        done(null, undefined),
      )
    }

    const inForm = routes as App
    inForm.post(
      address,
      {
        config: { access: 'anyone' },
        schema: {
          tags,
          summary: 'End mail of the kind that carried this token, in one click',
          params,
          response: { 200: success({ message: z.string(), subscription: mailSubscription }) },
        },
      },
      async (request) => ({
        success: true as const,
        message: 'You get no more mail of this kind',
        subscription: await unsubscribe(db, request.params.token),
      }),
    )
  })

  app.get(
    address,
    {
      config: { access: 'anyone' },
      schema: {
        tags,
        summary: 'To the page that asks whether to end it',
        params,
        response: { 303: z.null() },
      },
    },
    async (request, reply) =>
      reply
        .header('referrer-policy', 'no-referrer')
        .redirect(`${mailedPages.unsubscribe}#token=${encodeURIComponent(request.params.token)}`, 303),
  )
}
