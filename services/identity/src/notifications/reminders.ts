import { answerSubmitted } from '@rehearse/contracts'
import type { Backend } from '@rehearse/service-kit'
import { type BackgroundWork, startBackgroundWork } from '@rehearse/service-kit/jobs/background-work'
import { delay } from '@rehearse/service-kit/jobs/delay'
import { z } from 'zod'
import { queueMail } from '../email/repository.ts'
import type { Db, Tables } from '../tables.ts'
import { clockOf, localDay } from './clock-of.ts'
import type { Tell } from './push.ts'
import {
  type DueLearner,
  findDueLearners,
  forgetOldDays,
  notePractice,
  settleDays,
  zonesInUse,
} from './repository.ts'

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

/** Learners at a time. */
const batch = 200

/**
 * Reminds every learner in whose study hours it is and who has not practised on that day of theirs: once a day,
 * however often and in however many replicas this runs.
 */
export async function remindLearners({ db, tell }: { db: Db; tell: Tell }, now: Date): Promise<void> {
  const clocks = (await zonesInUse(db)).map((zone) => clockOf(zone, now))
  for (;;) {
    const due = await findDueLearners(db, clocks, batch)
    if (due.length === 0) return
    const reminded = await db.transaction().execute(async (trx) => {
      const idle = (await settleDays(trx, due)).filter((learner) => !hasPractised(learner))
      for (const { uid, email } of idle) {
        await queueMail(trx, { learnerId: uid, recipient: email, letter: { kind: 'reminder' } })
      }
      return idle
    })
    await Promise.all(reminded.map(({ uid }) => tell(uid, { kind: 'reminder' })))
  }
}

const hasPractised = ({ lastPractisedAt, zone, day }: DueLearner): boolean =>
  lastPractisedAt !== null && localDay(lastPractisedAt, zone) >= day
