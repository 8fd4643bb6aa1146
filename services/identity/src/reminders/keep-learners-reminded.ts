import { answerSubmitted } from '@rehearse/contracts'
import type { Backend } from '@rehearse/service-kit'
import { type BackgroundWork, startBackgroundWork } from '@rehearse/service-kit/background-work'
import { delay } from '@rehearse/service-kit/delay'
import { z } from 'zod'
import type { Tables } from '../db/tables.ts'
import type { Tell } from '../mail/tell-by-push.ts'
import { notePractice } from './practice-repository.ts'
import { remindLearners } from './remind-learners.ts'
import { forgetOldDays } from './reminder-repository.ts'

/** Milliseconds between looks at who is to be reminded. */
const pause = 60_000

/** All of an answer that identity reads: that somebody practised, and when progress heard of it. */
const practised = z.object({
  ...answerSubmitted.shape,
  data: answerSubmitted.shape.data.pick({ learnerId: true }),
})

/** Follows who practises, and reminds who doesn't, until the service closes. */
export function keepLearnersReminded(backend: Backend<Tables>, tell: Tell): void {
  const { app, consume, beforeServing } = backend
  const { db } = backend.database
  consume<z.infer<typeof practised>>({
    name: 'identity-practice',
    schema: practised,
    handle: (messages, trx) =>
      notePractice(
        trx,
        messages.map(({ data, occurredAt }) => ({ learnerId: data.learnerId, at: occurredAt })),
      ),
  })

  let work: BackgroundWork | undefined
  beforeServing('reminders', async () => {
    work = startBackgroundWork(
      'reminders',
      async (stop) => {
        while (!stop.aborted) {
          await remindLearners({ db, tell }, new Date())
          await forgetOldDays(db)
          await delay(pause, stop)
        }
      },
      app.log,
    )
  })
  app.addHook('onClose', () => work?.stop())
}
